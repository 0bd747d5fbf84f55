import { createHash } from 'node:crypto'
import type { IngestMessage, IngestRequest, IngestSession } from '@teamlore/shared'
import type { IngestCommitsRequest } from '@teamlore/shared/commits'

export const REMOTE = 'https://git.test/acme/statements.git'
export const WORD = 'harvester'
const FOLDER = '/home/bench/statements'
const PROJECT = { remote_url: REMOTE, root_commit: null, root_path: FOLDER }
const MACHINE = {
  fingerprint: '5'.repeat(32),
  name: 'bench',
  platform: 'linux',
  agent_version: '0.1.0',
}
/** Messages of one turn: a question, what was looked at, what was found, written and committed. */
export const TURN = 12

type Block = IngestMessage['blocks'][number]

const hash = (text: string): string => createHash('sha1').update(text).digest('hex')
const printOf = (turn: string): string => hash(`line ${turn}`).slice(0, 16)
const shaOf = (turn: string): string => hash(`commit ${turn}`)
const pathOf = (turn: string): string =>
  `src/stage-${Number.parseInt(hash(turn).slice(0, 2), 16) % 40}.ts`
const at = (minutes: number): string =>
  new Date(Date.UTC(2026, 2, 2, 8) + minutes * 60_000).toISOString()

const text = (words: string): Block => ({ type: 'text', text: words })
const call = (id: string, name: string, input: Record<string, string>): Block => ({
  type: 'tool_call',
  id,
  name,
  input,
})
const result = (id: string, words: string): Block => ({
  type: 'tool_result',
  tool_call_id: id,
  text: words,
  is_error: false,
})

/** A name that no other turn has, and that reads as code does. */
const nameOf = (turn: string): string =>
  `Stage${[...hash(turn).slice(0, 8)].map((c) => String.fromCharCode(97 + Number.parseInt(c, 16))).join('')}`

type Said = Pick<IngestMessage, 'role' | 'kind' | 'blocks'>

const saidIn = (turn: string): Said[] => {
  const name = nameOf(turn)
  const path = pathOf(turn)
  const assistant = (...blocks: Block[]): Said => ({ role: 'assistant', kind: 'assistant', blocks })
  const given = (...blocks: Block[]): Said => ({ role: 'tool', kind: 'tool_result', blocks })
  return [
    {
      role: 'user',
      kind: 'human',
      blocks: [text(`No, that is wrong. Why does the ${WORD} lose a batch in ${name}?`)],
    },
    assistant(
      text('Let me look.'),
      call(`${turn}-read`, 'Read', { file_path: `${FOLDER}/AGENTS.md` }),
    ),
    given(
      result(
        `${turn}-read`,
        `# Rules\n\nNever call \`${name}\` twice. The ${WORD} holds one lease.\n`,
      ),
    ),
    assistant(call(`${turn}-grep`, 'Bash', { command: `grep -rn ${name} src` })),
    given(
      result(`${turn}-grep`, `${path}:12: export const ${name} = () => lease.take()\n`.repeat(8)),
    ),
    assistant(
      text(
        `Found it! The \`${name}\` silently drops the last batch when the lease has run out, because \`flush()\` only waits for the writer that began it.`,
      ),
    ),
    assistant(
      call(`${turn}-edit`, 'Edit', { file_path: `${FOLDER}/${path}`, new_string: 'await lease' }),
    ),
    given(result(`${turn}-edit`, 'The file was updated.')),
    assistant(
      call(`${turn}-commit`, 'Bash', {
        command: `git commit -am "Keep the last batch of ${name}"`,
      }),
    ),
    given(
      result(
        `${turn}-commit`,
        `[main ${shaOf(turn).slice(0, 7)}] Keep the last batch of ${name}\n`,
      ),
    ),
    assistant(
      text(
        `We decided that \`${name}\` waits for every writer instead of the first, because a lost batch is worse than a slow one.`,
      ),
    ),
    {
      role: 'user',
      kind: 'injected',
      blocks: [text(`<reminder>mem_${hash(turn).slice(0, 26)} speaks of ${name}.</reminder>`)],
    },
  ]
}

const messageOf = (said: Said, ordinal: number, minute: number): IngestMessage => ({
  key: `m${ordinal}`,
  parent_key: ordinal === 0 ? null : `m${ordinal - 1}`,
  ordinal,
  ts: at(minute),
  model: said.role === 'assistant' ? 'bench-1' : null,
  usage: null,
  cwd: FOLDER,
  git_branch: 'main',
  tool_version: '1.0.0',
  is_abandoned: false,
  ...said,
})

/** Turns `from` to `to` of a session that began at a minute of its own. */
const sessionOf = (
  name: string,
  { from, to, began }: { from: number; to: number; began: number },
): IngestSession => {
  const messages: IngestMessage[] = []
  const edits: IngestSession['edits'] = []
  for (let turn = from; turn < to; turn++) {
    const own = `${name}-${turn}`
    for (const [index, said] of saidIn(own).entries())
      messages.push(messageOf(said, turn * TURN + index, began + turn * TURN + index))
    edits.push({
      key: `e${turn}`,
      message_key: `m${turn * TURN + 6}`,
      tool_call_id: `${own}-edit`,
      ts: at(began + turn * TURN + 6),
      path: `${FOLDER}/${pathOf(own)}`,
      operation: 'edit',
      added_lines: 1,
      removed_lines: 1,
      added: [printOf(own)],
      removed: [],
    })
  }
  return {
    tool: 'claude-code',
    native_id: name,
    kind: 'main',
    parent_native_id: null,
    project: PROJECT,
    cwd: FOLDER,
    git_branch: 'main',
    git_head: null,
    tool_version: '1.0.0',
    models: ['bench-1'],
    title: `The ${WORD} of ${name}`,
    started_at: at(began),
    ended_at: at(began + to * TURN),
    pull_requests: [],
    source: {
      path: `/bench/${name}.jsonl`,
      lines: to * TURN,
      bad_lines: 0,
      unknown_records: 0,
      redactions: 0,
    },
    edits,
    messages,
  }
}

const commitOf = (turn: string, before: string | undefined, minute: number) => ({
  sha: shaOf(turn),
  parents: before === undefined ? [] : [shaOf(before)],
  tree: hash(`tree ${turn}`),
  patch_id: hash(`patch ${turn}`),
  author_name: 'Bench',
  author_hash: null,
  authored_at: at(minute),
  committed_at: at(minute),
  branch: 'main',
  subject: `Keep the last batch of ${nameOf(turn)}`,
  trailers: [],
  mentions: [],
  noted_sessions: [],
  files: [
    {
      path: pathOf(turn),
      old_path: null,
      status: 'modified' as const,
      is_binary: false,
      added_lines: 1,
      removed_lines: 1,
      added: [printOf(turn)],
      removed: [],
    },
  ],
  file_count: 1,
})

const inGroups = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, n) =>
    all.slice(n * size, (n + 1) * size),
  )

export type MadeUp = { sessions: IngestRequest[]; commits: IngestCommitsRequest[] }

const madeUp = (
  sessions: IngestSession[][],
  turns: { name: string; minute: number }[],
): MadeUp => ({
  sessions: sessions.map((some) => ({ machine: MACHINE, sessions: some })),
  commits: inGroups(
    turns.map(({ name, minute }, n) => commitOf(name, turns[n - 1]?.name, minute)),
    100,
  ).map((commits) => ({ machine: MACHINE, project: PROJECT, commits, rewrites: [] })),
})

const TURNS_OF_A_BATCH = 25

/** One session, as it comes in while it grows. */
export const longSession = (messages: number): MadeUp => {
  const turns = Math.ceil(messages / TURN)
  const starts = Array.from(
    { length: Math.ceil(turns / TURNS_OF_A_BATCH) },
    (_, n) => n * TURNS_OF_A_BATCH,
  )
  return madeUp(
    starts.map((from) => [
      sessionOf('long', { from, to: Math.min(turns, from + TURNS_OF_A_BATCH), began: 0 }),
    ]),
    Array.from({ length: turns }, (_, turn) => ({ name: `long-${turn}`, minute: turn * TURN + 8 })),
  )
}

/** Many sessions of two turns, one after the other, each with its commits. */
export const manySessions = (count: number): MadeUp => {
  const began = (n: number) => n * 3 * TURN
  const all = Array.from({ length: count }, (_, n) =>
    sessionOf(`short${n}`, { from: 0, to: 2, began: began(n) }),
  )
  return madeUp(
    inGroups(all, TURNS_OF_A_BATCH),
    Array.from({ length: count * 2 }, (_, n) => ({
      name: `short${Math.floor(n / 2)}-${n % 2}`,
      minute: began(Math.floor(n / 2)) + (n % 2) * TURN + 8,
    })),
  )
}

export const statementOf = (n: number): string =>
  `The \`${nameOf(`memory ${n}`)}\` of the ${WORD} keeps ${n + 3} batches, since a writer may still hold a lease.`

export const memoryOf = (n: number) => ({
  kind: (['decision', 'gotcha', 'invariant', 'convention'] as const)[n % 4] ?? 'decision',
  statement: statementOf(n),
  reason: `Batch ${n} was lost in March.`,
  project: REMOTE,
  anchors: [{ path: pathOf(`memory ${n}`) }],
})

/** What blame and why are asked of. */
export const lineOf = (turn: string) => ({
  path: pathOf(turn),
  sha: shaOf(turn),
  print: printOf(turn),
})

export const guide = (words: string) => ({
  machine: MACHINE,
  project: PROJECT,
  revision: 1,
  files: [
    {
      path: 'AGENTS.md',
      text: `# Rules\n\nThe ${WORD} ${words}.\n`,
      tool: null,
      is_personal: false,
      is_cut: false,
      git_branch: null,
      modified_at: '2026-03-01T08:00:00.000Z',
    },
  ],
})
