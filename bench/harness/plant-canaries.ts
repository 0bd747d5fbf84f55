import { createHash } from 'node:crypto'
import type { Canaries } from './canaries.ts'
import type { Caller, ErasureServer } from './erasure-server.ts'

const at = (n: number, second: number): string =>
  new Date(Date.UTC(2026, 2, 1 + (n % 28), 9, Math.floor(n / 28), second)).toISOString()

export type Person = {
  address: string
  id: string
  name: string
  mark: string
  fingerprint: string
  ask: Caller
  /** Of the browser that they came in by. */
  cookie: string
}

/** Somebody who comes in by an invitation that is mailed to their address, and makes a key of their own. */
export const plantPerson = async (
  { send, as, admin, url }: ErasureServer,
  canaries: Canaries,
  { fingerprint, mails }: { fingerprint: string; mails: readonly string[] },
): Promise<Person> => {
  const mark = canaries.of('name of the person')
  const address = `${canaries.of('address of the invitation')}@example.com`
  await admin('POST', '/v1/team/invitations', { role: 'member', email: address })
  const token = /\/join\?token=([\w-]+)/.exec(mails.at(-1) ?? '')?.[1]
  const joined = await send('/v1/invitations/accept', {
    method: 'POST',
    body: { token, name: mark },
    headers: { origin: url, 'user-agent': `Firefox ${canaries.of('browser')}` },
  })
  const browser = as({ cookie: joined.cookie, origin: url })
  const { user } = await browser<{ user: { id: string } }>('GET', '/v1/me')
  const { key } = await browser<{ key: string }>('POST', '/v1/keys', {
    name: canaries.of('name of a key'),
  })
  const ask = as({ authorization: `Bearer ${key}` })
  await send('/v1/device/code', {
    method: 'POST',
    body: { machine: { ...machineOf(canaries, fingerprint), fingerprint } },
  })
  return { address, id: user.id, name: mark, mark, fingerprint, ask, cookie: joined.cookie }
}

const machineOf = (canaries: Canaries, fingerprint: string) => ({
  fingerprint,
  name: canaries.of('name of the machine'),
  platform: `linux ${canaries.of('platform of the machine')}`,
  agent_version: '0.1.0',
})

const projectOf = (canaries: Canaries, remote: string | null) => ({
  remote_url: remote,
  root_commit: null,
  root_path: `/home/${canaries.of('path of the project')}/heron`,
})

const messageOf = (n: number, ordinal: number, fields: object) => ({
  key: `m${ordinal}`,
  parent_key: ordinal === 0 ? null : `m${ordinal - 1}`,
  ordinal,
  ts: at(n, ordinal),
  role: 'assistant',
  kind: 'assistant',
  model: 'some-model',
  blocks: [],
  usage: null,
  cwd: '/home/ann/heron',
  git_branch: 'main',
  tool_version: '2.1.0',
  is_abandoned: false,
  ...fields,
})

const words = (text: string) => ({ type: 'text', text })

/** A prompt, what was looked at, and what was done: enough for findings and a summary. */
const messagesOf = (canaries: Canaries, n: number) => [
  messageOf(n, 0, {
    role: 'user',
    kind: 'human',
    model: null,
    blocks: [
      words(`Why does ${canaries.of('prompt')} give up? Please fix the bug in src/upload.ts.`),
    ],
  }),
  messageOf(n, 1, {
    cwd: `/home/${canaries.of('folder of a message')}`,
    git_branch: canaries.of('branch of a message'),
    blocks: [
      { type: 'thinking', text: `They may mean ${canaries.of('thinking')}.` },
      words(`I will look at ${canaries.of('answer')}.`),
      {
        type: 'tool_call',
        id: 'c1',
        name: 'Read',
        input: { file_path: `/home/ann/${canaries.of('tool call')}.ts` },
      },
      {
        type: 'file',
        path: `/tmp/${canaries.of('path of a file')}`,
        text: canaries.of('text of a file'),
      },
      {
        type: 'other',
        name: 'unknown',
        raw: { [canaries.of('key of an unknown block')]: canaries.of('unknown block') },
      },
    ],
  }),
  messageOf(n, 2, {
    role: 'tool',
    kind: 'tool_result',
    model: null,
    blocks: [
      {
        type: 'tool_result',
        tool_call_id: 'c1',
        text: `export const limit = 1 // ${canaries.of('tool result')}`,
        is_error: false,
      },
    ],
  }),
  messageOf(n, 3, {
    blocks: [
      words(
        `The bug is that ${canaries.of('finding')} counts the first try. I decided to use backoff instead of ${canaries.of('decision')}.`,
      ),
      {
        type: 'tool_call',
        id: 'c2',
        name: 'Edit',
        input: {
          file_path: '/home/ann/heron/src/upload.ts',
          old_string: 'a',
          new_string: canaries.of('edit'),
        },
      },
    ],
  }),
  messageOf(n, 4, {
    blocks: [
      words(
        `Fixed the bug: ${canaries.of('outcome')} now retries five times with backoff in src/upload.ts.`,
      ),
    ],
  }),
]

/** A session that is distilled to findings and summaries, with a canary wherever text of a person can be. */
const sessionOf = (canaries: Canaries, n: number, native: string, remote: string | null) => ({
  tool: 'claude-code',
  native_id: native,
  kind: 'main',
  parent_native_id: null,
  project: projectOf(canaries, remote),
  cwd: `/home/${canaries.of('folder of the session')}`,
  git_branch: canaries.of('branch of the session'),
  git_head: null,
  tool_version: '2.1.0',
  models: ['some-model'],
  title: `Mend ${canaries.of('title of the session')}`,
  started_at: at(n, 0),
  ended_at: at(n, 9),
  pull_requests: [
    { number: n + 1, url: `https://git.test/${canaries.of('pull request')}/pull/${n + 1}` },
  ],
  source: {
    path: `/home/${canaries.of('file of the session')}/a.jsonl`,
    lines: 6,
    bad_lines: 0,
    unknown_records: 0,
    redactions: 0,
  },
  messages: messagesOf(canaries, n),
  edits: [
    {
      key: 'e1',
      message_key: 'm3',
      tool_call_id: 'c2',
      ts: at(n, 3),
      path: `/home/ann/heron/${canaries.of('path of an edit')}.ts`,
      operation: 'edit',
      added_lines: 1,
      removed_lines: 1,
      added: ['0123456789abcdef'],
      removed: ['fedcba9876543210'],
    },
  ],
})

/** A commit of the repository that names its author; all else of it is everybody's. */
const commitOf = (canaries: Canaries, address: string) => ({
  sha: 'c0ffee'.padEnd(40, '0'),
  parents: [],
  tree: 'ace'.padEnd(40, '0'),
  patch_id: null,
  author_name: canaries.of('author of a commit'),
  author_hash: createHash('sha256').update(address).digest('hex').slice(0, 16),
  authored_at: at(2, 1),
  committed_at: at(2, 1),
  branch: 'main',
  subject: 'Retry uploads five times',
  trailers: [],
  mentions: [],
  files: [],
  file_count: 0,
  noted_sessions: [],
})

export type Planted = { sessions: string[]; memories: string[] }

/** Sessions with all that hangs on them, through the doors that everybody has. */
export const plantSessions = async (
  { ask, fingerprint }: Person,
  canaries: Canaries,
  { count, prefix, remote }: { count: number; prefix: string; remote: string | null },
): Promise<Planted> => {
  const machine = machineOf(canaries, fingerprint)
  const sent = await ask<{ sessions: { session_id: string }[] }>('POST', '/v1/ingest', {
    machine,
    sessions: Array.from({ length: count }, (_, n) =>
      sessionOf(canaries, n, `${prefix}-${n}`, remote),
    ),
  })
  const sessions = sent.sessions.map(({ session_id }) => session_id)
  const memories: string[] = []
  for (const session of sessions) {
    await ask('POST', `/v1/sessions/${session}/notes`, { kind: 'tag', text: canaries.of('tag') })
    await ask('POST', `/v1/sessions/${session}/notes`, {
      kind: 'annotation',
      text: `Ask ${canaries.of('note')} about it.`,
    })
    const { id } = await ask<{ id: string }>('POST', '/v1/memories', {
      statement: `Uploads of ${canaries.of('memory')} are retried ${memories.length + 2} times.`,
      reason: `Because ${canaries.of('reason of a memory')} said so.`,
    })
    await ask('PUT', `/v1/memories/${id}`, {
      reason: `Measured by ${canaries.of('version of a memory')}.`,
    })
    memories.push(id)
  }
  return { sessions, memories }
}

/** What a person leaves beside sessions: other memories, files, commits, reports, and what they asked. */
export const plantTraces = async (
  { ask, fingerprint, mark, address }: Person,
  canaries: Canaries,
  prefix: string,
): Promise<void> => {
  const machine = machineOf(canaries, fingerprint)
  await ask('POST', '/v1/commits', {
    machine,
    project: projectOf(canaries, 'https://git.test/acme/heron.git'),
    commits: [commitOf(canaries, address)],
    rewrites: [],
  })
  await ask('POST', '/v1/import', {
    machine,
    sessions: [
      {
        session: sessionOf(canaries, 27, `${prefix}-imported`, null),
        observations: [
          {
            key: 'observation:1',
            type: 'bugfix',
            title: `Count ${canaries.of('title of a finding')}`,
            subtitle: canaries.of('subtitle of a finding'),
            narrative: `It was ${canaries.of('text of a finding')}.`,
            facts: [canaries.of('fact')],
            concepts: [canaries.of('concept')],
            files_read: [`src/${canaries.of('file read')}.ts`],
            files_modified: [`src/${canaries.of('file modified')}.ts`],
            prompt_key: 'm0',
            message_key: null,
            occurred_at: at(1, 1),
          },
        ],
        summaries: [],
      },
    ],
  })
  await ask('PUT', '/v1/memory-files', {
    machine,
    project: projectOf(canaries, null),
    revision: 1,
    files: [
      {
        path: 'CLAUDE.local.md',
        tool: 'claude-code',
        is_personal: true,
        text: `# Mine\n\nNever ask ${canaries.of('personal memory file')}.\n`,
        is_cut: false,
        modified_at: at(1, 1),
        git_branch: canaries.of('branch of a memory file'),
      },
    ],
  })
  await ask('PUT', '/v1/capture', {
    machine,
    sent_at: new Date().toISOString(),
    watching: true,
    since: at(1, 1),
    spool: { batches: 0, bytes: 0, limit_bytes: 512_000_000, oldest_at: null },
    rejected: { batches: 0, bytes: 0 },
    paused: null,
    tools_off: [],
    last_success_at: null,
    last_error: null,
    tools: [],
    memory_files: null,
  })
  await plantWords({ ask, fingerprint, mark }, canaries, prefix)
}

/** What they handed over and asked: a question of theirs must be in no log. */
const plantWords = async (
  { ask, mark }: Pick<Person, 'ask' | 'mark' | 'fingerprint'>,
  canaries: Canaries,
  prefix: string,
): Promise<void> => {
  await ask('POST', '/v1/handovers', {
    session: `${prefix}-0`,
    findings: [
      {
        kind: 'gotcha',
        title: `The upload of ${canaries.of('handover')} counts its first try.`,
        reason: `One attempt, says ${canaries.of('reason of a handover')}.`,
        evidence: [{ quote: 'export const limit = 1' }],
      },
    ],
  })
  for (const path of ['search', 'suggest', 'context', 'memories'])
    await ask('GET', `/v1/${path}?q=${canaries.of('question')}`).catch(() => undefined)
  await ask('GET', `/v1/sessions/${canaries.of('address that there is not')}`).catch(
    () => undefined,
  )
  await ask('POST', '/v1/memories', {
    statement: canaries.of('refused request'),
    kind: 'rumour',
  }).catch(() => undefined)
  await ask('PUT', '/v1/me', { name: `${mark} ${canaries.of('later name')}` })
}
