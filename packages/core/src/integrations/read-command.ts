import { MEMORY_LIMITS } from '@teamlore/shared/memories'

/** What a comment asks for. */
export type Command =
  /** `path` null: of all files that the pull request changes, or of the line that the comment stands beside. */
  | { kind: 'why'; path: string | null }
  | { kind: 'ask'; question: string }
  | { kind: 'remember'; text: string }
  /** `item`: a number of the comment or an id, null where there is only one. `path`: the word behind it, which may be no path. */
  | { kind: 'dismiss'; item: string | null; path: string }
  | { kind: 'undismiss'; item: string | null }
  /** Somebody has seen it. */
  | { kind: 'ack'; item: string | null }
  /** All may pass; why stays in the comment. */
  | { kind: 'override' }

const HEAD = /^\/lore[ \t]+([a-z]+)(?![\w-])/i
const MAX_PATH = 500
const MAX_QUESTION = 500

/** `src/tide.ts`, `./src/tide.ts:12` or either as code: a file, without the line. */
const pathOf = (text: string): string | null => {
  const [first = ''] = text.trim().split(/\s/, 1)
  const path = first
    .slice(0, MAX_PATH)
    .replaceAll('`', '')
    .replace(/^\.\//, '')
    .replace(/:\d{1,9}$/, '')
  return path === '' ? null : path
}

const ITEM = /^(?:#?\d{1,4}|mem_[0-9a-z]{8,40})$/i

/** `2`, `#2` or an id; null where none is named. @returns undefined where it is neither. */
const itemOf = (text: string): string | null | undefined => {
  const [first = ''] = text.split(/\s/, 1)
  if (first === '') return null
  const item = first.replaceAll('`', '')
  return ITEM.test(item) ? item.replace('#', '').toLowerCase() : undefined
}

const FOLDER = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[^/\s][^\s]*$/

/** A folder or a file, without slashes at its ends. @returns undefined where it is none. */
const folderOf = (text: string): string | undefined => {
  const path = (pathOf(text) ?? '').replace(/\/+$/, '')
  return path === '' || FOLDER.test(path) ? path : undefined
}

const dismissOf = (said: string): Command | undefined => {
  const item = itemOf(said)
  const path = item == null ? '' : folderOf(said.replace(/^\S+/, ''))
  return item === undefined || path === undefined ? undefined : { kind: 'dismiss', item, path }
}

const textOf = (said: string, most: number): string | undefined =>
  said === '' || said.length > most ? undefined : said

const READERS: Record<Command['kind'], (said: string) => Command | undefined> = {
  why: (said) => ({ kind: 'why', path: pathOf(said) }),
  ask: (said) => {
    const question = textOf(said, MAX_QUESTION)
    return question === undefined ? undefined : { kind: 'ask', question }
  },
  remember: (said) => {
    const text = textOf(said, MEMORY_LIMITS.maxStatementChars)
    return text === undefined ? undefined : { kind: 'remember', text }
  },
  dismiss: dismissOf,
  ack: (said) => {
    const item = itemOf(said)
    return item === undefined ? undefined : { kind: 'ack', item }
  },
  override: (said) => (said === '' ? undefined : { kind: 'override' }),
  undismiss: (said) => {
    const item = itemOf(said)
    return item === undefined ? undefined : { kind: 'undismiss', item }
  },
}

const isKind = (word: string): word is Command['kind'] => Object.hasOwn(READERS, word)

/** A comment that begins with `/lore` and a word that is known; undefined of any other, and where it says too much or nothing. */
export const readCommand = (body: string): Command | undefined => {
  const text = body.trimStart()
  const head = HEAD.exec(text)
  const word = head?.[1]?.toLowerCase() ?? ''
  if (head === null || !isKind(word)) return undefined
  return READERS[word](text.slice(head[0].length).trim())
}
