import { join } from 'node:path'
import { z } from 'zod'
import { readPrivateFile, writePrivateFile } from './private-file.ts'

const nextPageSchema = z.object({
  server: z.string(),
  /** The question as it was asked, with where its answer ended. */
  query: z.record(z.string(), z.unknown()),
  /** How it is shown, where a command shows it in several ways. */
  form: z.string().optional(),
})

/** How the last answer of a list goes on. */
export type NextPage = z.infer<typeof nextPageSchema>

export type PagedCommand = 'search' | 'sessions' | 'memories' | 'log' | 'used'

const fileOf = (stateDir: string, command: PagedCommand): string =>
  join(stateDir, 'next-pages', `${command}.json`)

/** Undefined where there is none, or it cannot be read. */
export const readNextPage = async (
  stateDir: string,
  command: PagedCommand,
): Promise<NextPage | undefined> => {
  try {
    const file = await readPrivateFile(fileOf(stateDir, command))
    return file && nextPageSchema.parse(JSON.parse(file.text))
  } catch {
    return undefined
  }
}

/** A courtesy: where it cannot be kept, the answer is shown all the same. @returns whether it is kept. */
export const keepNextPage = (
  stateDir: string,
  command: PagedCommand,
  page: NextPage,
): Promise<boolean> =>
  writePrivateFile(fileOf(stateDir, command), JSON.stringify(page)).then(
    () => true,
    () => false,
  )
