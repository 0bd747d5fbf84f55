import { compileIgnorePatterns, linesOf, type PathMatcher } from './ignore-patterns.ts'

/** What a project keeps to itself: all of it, or the content of some paths. */
export type ProjectIgnore = { isWhole: boolean; matches: PathMatcher; text: string }

/** Of a project that keeps nothing to itself. */
export const NO_IGNORE: ProjectIgnore = { isWhole: false, matches: () => false, text: '' }
const MAX_CHARS = 200_000

/** An empty `.loreignore`, or one with nothing but comments, leaves out the whole project, as `*` does. */
export const parseIgnoreText = (text: string, isCaseBlind: boolean): ProjectIgnore => {
  const lines = linesOf(text.slice(0, MAX_CHARS))
  const isWhole = lines.length === 0 || lines.some((line) => /^\/?\*{1,2}\/?$/.test(line))
  return { isWhole, matches: compileIgnorePatterns(lines.join('\n'), { isCaseBlind }), text }
}
