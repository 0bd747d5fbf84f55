import { MEMORY_LIMITS } from '@teamlore/shared/memories'

/** What a comment asks for. */
export type Command =
  /** `path` null: of all files that the pull request changes. */
  { kind: 'why'; path: string | null } | { kind: 'remember'; text: string }

const HEAD = /^\/lore[ \t]+(why|remember)(?![\w-])/i
const MAX_PATH = 500

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

/** A comment that begins with `/lore` and a word that is known; undefined of any other, and where it says too much or nothing. */
export const readCommand = (body: string): Command | undefined => {
  const text = body.trimStart()
  const head = HEAD.exec(text)
  if (head === null) return undefined
  const said = text.slice(head[0].length).trim()
  if (head[1]?.toLowerCase() === 'why') return { kind: 'why', path: pathOf(said) }
  return said === '' || said.length > MEMORY_LIMITS.maxStatementChars
    ? undefined
    : { kind: 'remember', text: said }
}
