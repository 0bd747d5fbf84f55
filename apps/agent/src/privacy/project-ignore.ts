import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compileIgnorePatterns, linesOf, type PathMatcher } from './ignore-patterns.ts'

export const IGNORE_FILE = '.loreignore'

/** What a project keeps to itself: all of it, or the content of some paths. */
export type ProjectIgnore = { isWhole: boolean; matches: PathMatcher; text: string }

/** Of a project that keeps nothing to itself. */
export const NO_IGNORE: ProjectIgnore = { isWhole: false, matches: () => false, text: '' }
const MAX_CHARS = 200_000

/** An empty file, or one with nothing but comments, leaves out the whole project, as `*` does. */
export const parseProjectIgnore = (text: string): ProjectIgnore => {
  const lines = linesOf(text.slice(0, MAX_CHARS))
  const isWhole = lines.length === 0 || lines.some((line) => /^\/?\*{1,2}\/?$/.test(line))
  return { isWhole, matches: compileIgnorePatterns(lines.join('\n')), text }
}

/**
 * The `.loreignore` of a folder; nothing where there is none. One that is there and cannot be read leaves out the whole
 * project: somebody meant to keep something back.
 */
export const readProjectIgnore = async (root: string): Promise<ProjectIgnore> => {
  try {
    return parseProjectIgnore(await readFile(join(root, IGNORE_FILE), 'utf8'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? NO_IGNORE : parseProjectIgnore('')
  }
}
