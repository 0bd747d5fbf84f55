import { isAbsolute, join, relative, sep } from 'node:path'
import { usageError } from '../../errors/cli-error.ts'

const HINT = 'Give the path of a file as seen from this folder, such as src/x.ts.'

/**
 * A path as somebody types it in the folder where they are, as the repository has it.
 *
 * @throws CliError where nothing was typed, or something outside.
 */
export const pathInProject = (cwd: string, root: string, typed: string): string => {
  if (typed.trim() === '') throw usageError('No file is named.', HINT)
  const path = relative(root, isAbsolute(typed) ? typed : join(cwd, typed))
  if (path === '') throw usageError(`${typed} is the folder of the whole project.`, HINT)
  if (isAbsolute(path) || path === '..' || path.startsWith(`..${sep}`))
    throw usageError(`${typed} lies outside of this project, which begins at ${root}.`, HINT)
  return path.split(sep).join('/')
}
