/** Whether a path, relative to where the patterns stand and with forward slashes, is meant by them. */
export type PathMatcher = (path: string) => boolean

const MAX_PATTERNS = 1_000
const MAX_PATTERN_CHARS = 500

/** Whether small and capital letters are the same, as they are to the disks of macOS and Windows. */
type Options = { isCaseBlind?: boolean }
type Pattern = { expression: RegExp; isNegated: boolean }

/**
 * Patterns as in `.gitignore`: `*`, `?`, `[a-z]`, `**`, a slash in front or within ties to the top, one at the end means
 * folders and what is in them, `!` takes back, the last word counts. Unlike git's, a `!` also reaches into folders.
 */
export const compileIgnorePatterns = (text: string, options: Options = {}): PathMatcher => {
  const flags = options.isCaseBlind === true ? 'sui' : 'su'
  const patterns = linesOf(text).flatMap((line) => patternOf(line, flags))
  return (path) => {
    let isMatched = false
    for (const { expression, isNegated } of patterns)
      if (expression.test(path)) isMatched = !isNegated
    return isMatched
  }
}

/** Lines that say something: no comments, nothing blank. */
export const linesOf = (text: string): string[] =>
  text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.replace(/(?<!\\)\s+$/, ''))
    .filter((line) => line !== '' && !line.startsWith('#'))
    .slice(0, MAX_PATTERNS)

const patternOf = (line: string, flags: string): Pattern[] => {
  const isNegated = line.startsWith('!')
  const written = (isNegated ? line.slice(1) : line).replace(/^\\([#!])/, '$1')
  const isTied = written.replace(/\/$/, '').includes('/')
  const body = written.replace(/^\//, '').replace(/\/$/, '')
  if (body === '' || body.length > MAX_PATTERN_CHARS) return []
  const head = isTied ? '^' : '^(?:.*/)?'
  // What stands in a folder that is meant is meant too.
  const tail = written.endsWith('/') ? '/.*$' : '(?:/.*)?$'
  return [{ expression: new RegExp(head + sourceOf(body) + tail, flags), isNegated }]
}

const TOKEN = /\*\*\/|\/\*\*$|\*+|\?|\[!?[^\]/]+\]|\\.|[^*?[\\]+|[[\\]/gsu

const sourceOf = (body: string): string =>
  (body.match(TOKEN) ?? [])
    .map((token) => {
      if (token === '**/') return '(?:[^/]+/)*'
      if (token === '/**') return '/.*'
      if (token.startsWith('*')) return '[^/]*'
      if (token === '?') return '[^/]'
      if (/^\[.+\]$/s.test(token)) return classOf(token)
      return literal(token.replace(/^\\(.)$/s, '$1'))
    })
    .join('')

const classOf = (token: string): string => {
  const isNegated = token[1] === '!'
  const members = token.slice(isNegated ? 2 : 1, -1).replace(/[\\\]^[]/g, '\\$&')
  const source = `[${isNegated ? '^/' : ''}${members}]`
  try {
    new RegExp(source, 'u')
    return source
  } catch {
    return literal(token)
  }
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
