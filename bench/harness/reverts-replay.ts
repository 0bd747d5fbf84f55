/** A repository that git writes while people do what `bench/data/reverts` says, with their sessions as a coding tool keeps them. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Block as MessageBlock } from '@teamlore/shared'
import type { ReadEdit, ReadMessage } from '@teamlore/sources/source'
import type { Act, Block, History } from './reverts-set.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const BEGUN = Date.UTC(2026, 0, 5, 9)
/** Of what is done outside of a session. */
const EVENING = 9 * 60 * MINUTE
/** Histories of a repository begin so many days apart, so that they overlap. */
const APART = 2

/** A session as it is at some time: messages and edits are added as they happen. */
export type GrowingSession = {
  nativeId: string
  who: string
  messages: ReadMessage[]
  edits: ReadEdit[]
}

export type Happened = {
  at: number
  who: string
  session: GrowingSession | undefined
  /** Set where a commit came of it. */
  sha: string | undefined
}

/** The commits of a history that say what became of it. */
export type Made = { tried: string | undefined; takenBack: string | undefined }

export const homeOf = (who: string, repository: string): string => `/home/${who}/${repository}`

type Planned = { at: number; history: History; block: Block; act: Act }

/** Does one thing after another; what happened is sent as it happens, so that a server hears of it in this order. */
export function* replayHistories(
  root: string,
  repository: string,
  histories: readonly History[],
): Generator<Happened, Map<History, Made>> {
  const checkout = openCheckout(root, histories)
  const sessions = new Map<string, GrowingSession>()
  const made = new Map<History, Made>(
    histories.map((history) => [history, { tried: undefined, takenBack: undefined }]),
  )
  yield { at: BEGUN - DAY, who: 'ada', session: undefined, sha: checkout.head() }
  for (const planned of planOf(histories)) {
    const { at, history, block } = planned
    const key = sessionKey(history, block)
    const session =
      key === undefined
        ? undefined
        : (sessions.get(key) ?? { nativeId: key, who: block.who, messages: [], edits: [] })
    if (session !== undefined) sessions.set(session.nativeId, session)
    const before = checkout.head()
    const own = made.get(history)
    if (own !== undefined) doOne({ checkout, repository, session, made: own }, planned)
    const after = checkout.head()
    yield { at, who: block.who, session, sha: after === before ? undefined : after }
  }
  return made
}

/** `s9` is one session of several histories. */
const sessionKey = ({ name, repository }: History, { session }: Block): string | undefined =>
  session === null ? undefined : `${session === 's9' ? repository : name}-${session}`

/** Every act with its time: a minute after the one before, half an hour between two blocks of a history. */
const planOf = (histories: readonly History[]): Planned[] => {
  /** When the sessions that several histories share are free again. */
  const free = new Map<string, number>()
  const planned: Planned[] = []
  for (const [place, history] of histories.entries()) {
    let last = 0
    for (const block of history.blocks) {
      const key = sessionKey(history, block)
      const day = BEGUN + (place * APART + block.day) * DAY + (key === undefined ? EVENING : 0)
      const begun = Math.max(day, last, free.get(key ?? '') ?? 0)
      const own = planBlock(history, block, begun)
      planned.push(...own)
      const ended = (own.at(-1)?.at ?? begun) + MINUTE
      if (key !== undefined) free.set(key, ended)
      last = ended + 30 * MINUTE
    }
  }
  return planned.toSorted((a, b) => a.at - b.at)
}

const planBlock = (history: History, block: Block, begun: number): Planned[] => {
  let at = begun
  return block.acts.map((act) => {
    const planned = { at, history, block, act }
    at += act.do === 'fill' ? 2 * act.exchanges * MINUTE : MINUTE
    return planned
  })
}

type Doing = {
  checkout: ReturnType<typeof openCheckout>
  repository: string
  session: GrowingSession | undefined
  made: Made
}

type Doer<K extends Act['do']> = (act: Extract<Act, { do: K }>, hands: Hands) => void

type Hands = {
  history: History
  pen: ReturnType<typeof penOf>
  made: Made
  edit(from: readonly string[], to: readonly string[]): void
  /** @returns its hash. */
  commit(subject: string, ...more: string[]): string
  write(path: string, lines: readonly string[]): void
  /** @returns the hash of what takes it back. */
  revert(sha: string, body: string): string
}

const doOne = (
  { checkout, repository, session, made }: Doing,
  { at, history, block: { who }, act }: Planned,
): void => {
  const pen = penOf(session, at)
  const { path } = history
  const hands: Hands = {
    history,
    pen,
    made,
    write: checkout.write,
    edit: (from, to) => {
      checkout.write(path, to)
      pen.edited(join(homeOf(who, repository), path), from, to)
    },
    commit: (subject, ...more) => {
      const output = checkout.commit([path, ...more], ['commit', '-m', subject], { at, who })
      pen.ran(`git add ${path} && git commit -m ${JSON.stringify(subject)}`, output)
      return checkout.head()
    },
    revert: (sha, body) => {
      const output = checkout.revert(sha, { at, who, body })
      pen.ran(`git revert --no-edit ${sha.slice(0, 7)}`, output)
      return checkout.head()
    },
  }
  const doer = DOERS[act.do] as Doer<Act['do']>
  doer(act, hands)
}

const DOERS: { [K in Act['do']]: Doer<K> } = {
  say: ({ by, text }, { pen }) => pen.said(by, text),
  run: ({ command, output, failed }, { pen }) => pen.ran(command, output, failed),
  fill: ({ exchanges }, { pen }) => {
    for (let n = 0; n < exchanges; n++) pen.filled(n)
  },
  write: (_, { history, edit }) => edit(history.before, history.after),
  commit: ({ subject }, { commit, made }) => {
    const sha = commit(subject)
    made.tried ??= sha
  },
  undo: ({ from, to, subject }, { history: { before, after }, edit, commit, made }) => {
    const stays = after.filter((_, n) => n + 1 < from || n + 1 > to)
    edit(after, from === 1 ? [...before, ...stays] : stays)
    made.takenBack = commit(subject)
  },
  rewrite: ({ lines, subject }, { history: { before, after }, edit, commit }) => {
    edit(before, after.slice(0, lines))
    commit(subject)
  },
  replace: ({ subject }, { history: { after, next }, edit, commit, made }) => {
    edit(after, next)
    made.takenBack = commit(subject)
  },
  move: ({ to, subject }, { history: { before, after }, write, edit, commit, made }) => {
    write(to, after)
    edit(after, before)
    made.takenBack = commit(subject, to)
  },
  revert: ({ again, body }, { revert, made }) => {
    const sha = revert((again ? made.takenBack : made.tried) ?? '', body)
    if (!again) made.takenBack = sha
  },
}

const FILLERS = JSON.parse(
  readFileSync(new URL('../data/reverts/fillers.json', import.meta.url), 'utf8'),
) as [string, string][]

/** Writes into a session, where there is one. */
const penOf = (session: GrowingSession | undefined, begun: number) => {
  let ms = begun
  const add = (
    kind: ReadMessage['kind'],
    role: ReadMessage['role'],
    blocks: MessageBlock[],
  ): string => {
    const key = `${session?.nativeId}-m${session?.messages.length}`
    session?.messages.push({
      key,
      parent_key: null,
      ts: new Date(ms).toISOString(),
      role,
      kind,
      blocks,
      model: kind === 'assistant' ? 'a-model' : null,
      usage: null,
      cwd: null,
      git_branch: 'main',
      tool_version: '2.0.0',
      is_abandoned: false,
      is_replay: false,
    })
    ms += 1_000
    return key
  }
  const called = (name: string, input: Record<string, string>, text: string, failed = false) => {
    const id = `call-${session?.nativeId}-${session?.messages.length}`
    const key = add('assistant', 'assistant', [{ type: 'tool_call', id, name, input }])
    add('tool_result', 'user', [{ type: 'tool_result', tool_call_id: id, text, is_error: failed }])
    return { id, key }
  }
  return {
    said: (by: 'human' | 'assistant', text: string): void => {
      add(by, by === 'human' ? 'user' : 'assistant', [{ type: 'text', text }])
    },
    ran: (command: string, output: string, failed = false): void => {
      called('Bash', { command }, output, failed)
    },
    filled: (n: number): void => {
      const [asked = '', answered = ''] = FILLERS[n % FILLERS.length] ?? []
      add('human', 'user', [{ type: 'text', text: asked }])
      ms += 50_000
      add('assistant', 'assistant', [{ type: 'text', text: answered }])
      ms += 60_000
    },
    edited: (path: string, from: readonly string[], to: readonly string[]): void => {
      const input = { file_path: path, old_string: from.join('\n'), new_string: to.join('\n') }
      const { id, key } = called('Edit', input, `The file ${path} has been updated.`)
      session?.edits.push({
        key: `edit-${id}`,
        message_key: key,
        tool_call_id: id,
        path,
        operation: 'edit',
        ts: new Date(ms).toISOString(),
        addedText: to.filter((line) => !from.includes(line)),
        removedText: from.filter((line) => !to.includes(line)),
      })
    },
  }
}

type By = { at: number; who: string }

const openCheckout = (root: string, histories: readonly History[]) => {
  mkdirSync(root, { recursive: true })
  const git = (args: readonly string[], { at, who }: By = { at: BEGUN - DAY, who: 'ada' }) => {
    const date = `${Math.floor(at / 1_000) + 5} +0000`
    return execFileSync('git', ['-C', root, '-c', 'core.hooksPath=/dev/null', ...args], {
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: root,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_AUTHOR_NAME: who,
        GIT_AUTHOR_EMAIL: `${who}@example.com`,
        GIT_AUTHOR_DATE: date,
        GIT_COMMITTER_NAME: who,
        GIT_COMMITTER_EMAIL: `${who}@example.com`,
        GIT_COMMITTER_DATE: date,
      },
    })
  }
  /** Lines around what is written, which nobody touches. */
  const around = (path: string, what: string) =>
    Array.from({ length: 4 }, (_, n) => `// ${what} of ${path}, line ${n + 1}`)
  const put = (path: string, lines: readonly string[]): void => {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    const all = [...around(path, 'head'), ...lines, ...around(path, 'foot')]
    writeFileSync(file, all.map((line) => `${line}\n`).join(''))
  }
  git(['init', '-q', '-b', 'main'])
  for (const { path, before } of histories) put(path, before)
  git(['add', '-A'])
  git(['commit', '-q', '-m', 'Begin'])
  return {
    head: (): string => git(['rev-parse', 'HEAD']).trim(),
    write: put,
    commit: (paths: readonly string[], words: readonly string[], by: By): string => {
      git(['add', ...paths])
      return git(words, by)
    },
    revert: (sha: string, { body, ...by }: By & { body: string }): string => {
      const output = git(['revert', '--no-edit', sha], by)
      if (body === '') return output
      const message = git(['log', '-1', '--format=%B']).trim()
      return git(['commit', '--amend', '-m', `${message}\n\n${body}`], by)
    },
  }
}
