/** Histories of work that was taken back, as `bench/data/reverts` has them. Its README says what a line means. */
import { readTextParts } from './text-parts.ts'

export type Half = 'fitted' | 'unseen'

export type Act =
  | { do: 'say'; by: 'human' | 'assistant'; text: string }
  | { do: 'run'; command: string; output: string; failed: boolean }
  | { do: 'fill'; exchanges: number }
  | { do: 'write' }
  | { do: 'commit'; subject: string }
  /** By `git revert`; `again` takes the revert itself back. */
  | { do: 'revert'; again: boolean; body: string }
  /** By editing: these of the lines it wrote go, counted from 1; all where none are named. */
  | { do: 'undo'; from: number; to: number; subject: string }
  /** So many of the lines are written once more. */
  | { do: 'rewrite'; lines: number; subject: string }
  /** Another version takes its place. */
  | { do: 'replace'; subject: string }
  | { do: 'move'; to: string; subject: string }

/** Acts of one person in a row, in a session or outside of all. */
export type Block = { session: string | null; who: string; day: number; acts: Act[] }

export type History = {
  name: string
  repository: string
  half: Half
  path: string
  about: string
  /** False where the work stands after all, or nothing can be said of it. */
  isGraveyard: boolean
  before: string[]
  after: string[]
  /** Another version, where there is one. */
  next: string[]
  blocks: Block[]
  /** What gives the reason; a quote of any of it is right. Where there is none, any quote is wrong. */
  reasons: string[]
  /** Whether the reason stands in a session; else it is in the message of the reverting commit alone. */
  saidIn: 'session' | 'commit' | 'nowhere'
}

const MARKED = /\[\[(.+?)\]\]/g

export const readRevertHistories = (): History[] =>
  readTextParts('reverts').map(({ part, name }) => historyOf(part, name))

const historyOf = (part: string, repository: string): History => {
  const [head = '', ...lines] = part.trimEnd().split('\n')
  const [name = '', path = '', ...about] = head.split(' | ')
  const history: History = {
    name,
    repository,
    path,
    about: about.join(' | '),
    half: repository.startsWith('fitted') ? 'fitted' : 'unseen',
    isGraveyard: !lines.includes('none'),
    before: [],
    after: [],
    next: [],
    blocks: [],
    reasons: [],
    saidIn: 'nowhere',
  }
  for (const line of lines) readLine(history, line)
  return history
}

/** Lines about the work itself. */
const WRITERS: Record<string, (history: History, text: string) => unknown> = {
  '': () => undefined,
  none: () => undefined,
  '<': ({ before }, text) => before.push(text),
  '>': ({ after }, text) => after.push(text),
  '+': ({ next }, text) => next.push(text),
  '@': ({ blocks }, text) => blocks.push(blockOf(text)),
}

const readLine = (history: History, line: string): void => {
  const [mark, text] = split(line)
  const write = WRITERS[mark]
  if (write !== undefined) {
    write(history, text)
    return
  }
  const acts = history.blocks.at(-1)?.acts
  if (acts === undefined) throw new Error(`${history.name}: nobody does "${line}".`)
  for (const [, reason = ''] of text.matchAll(MARKED)) {
    history.reasons.push(reason)
    history.saidIn = mark === 'R' ? 'commit' : 'session'
  }
  const plain = text.replace(MARKED, '$1')
  const last = acts.at(-1)
  if (mark === '|' && last?.do === 'run') last.output += `${plain}\n`
  else acts.push(actOf(history.name, mark, plain))
}

const split = (line: string): [string, string] => {
  const at = line.indexOf(' ')
  return at === -1 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)]
}

const blockOf = (text: string): Block => {
  const [session = '', who = '', day = ''] = text.split(' ')
  return { session: session === '-' ? null : session, who, day: Number(day), acts: [] }
}

const actOf = (name: string, mark: string, text: string): Act => {
  const [first = '', rest = ''] = split(text)
  switch (mark) {
    case 'U':
      return { do: 'say', by: 'human', text }
    case 'A':
      return { do: 'say', by: 'assistant', text }
    case 'T':
    case 'T!':
      return { do: 'run', command: text, output: '', failed: mark === 'T!' }
    case 'F':
      return { do: 'fill', exchanges: Number(text) }
    case 'W':
      return { do: 'write' }
    case 'C':
      return { do: 'commit', subject: text }
    case 'R':
    case 'RR':
      return { do: 'revert', again: mark === 'RR', body: text }
    case 'M': {
      const [, from, to] = /^(\d+)-(\d+)$/.exec(first) ?? []
      return from === undefined
        ? { do: 'undo', from: 1, to: Number.POSITIVE_INFINITY, subject: text }
        : { do: 'undo', from: Number(from), to: Number(to), subject: rest }
    }
    case 'AGAIN':
      return { do: 'rewrite', lines: Number(first), subject: rest }
    case 'NEXT':
      return { do: 'replace', subject: text }
    case 'N':
      return { do: 'move', to: first, subject: rest }
    default:
      throw new Error(`${name}: nobody knows what "${mark}" means.`)
  }
}
