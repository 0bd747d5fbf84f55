import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CliError } from '../errors/cli-error.ts'

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
