import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CliError, usageError } from '../../errors/cli-error.ts'

/** The same for each, where several are named. */
export const existingPaths = (
  typed: string | readonly string[],
): Promise<string | readonly string[]> =>
  typeof typed === 'string' ? existingPath(typed) : Promise.all(typed.map(existingPath))

/** What `--path` names where it may name one thing only. @throws when it names more. */
export const onePath = (typed: string | readonly string[] | undefined): string | undefined => {
  if (typed === undefined || typeof typed === 'string') return typed
  throw usageError('`--from` takes one `--path`.', 'Run it once for each.')
}

/** The whole path of what `--path` names. @throws when nothing is there. */
export const existingPath = async (typed: string): Promise<string> => {
  const path = resolve(typed)
  await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new CliError({
      code: 'cli.path_missing',
      message: `There is no file or folder ${path}.`,
      hint: 'Give `--path` a session file or a folder of them; without it, the places of the tools themselves are read.',
      cause: error,
    })
  })
  return path
}
