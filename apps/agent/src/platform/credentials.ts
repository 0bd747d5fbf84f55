import { z } from 'zod'
import { CliError } from '../errors/cli-error.ts'
import { readPrivateFile, writePrivateFile } from './private-file.ts'

const named = z.object({ id: z.string(), name: z.string() })

const credentialsSchema = z.object({
  server: z.url({ protocol: /^https?$/ }),
  key: z.string().min(1),
  machine: named,
  team: named,
  user: named,
})

/** What `lore login` keeps. */
export type Credentials = z.infer<typeof credentialsSchema>

type Deps = { path: string; warn: (message: string) => void }

/** @throws CliError when the file is there but broken; undefined when there is none. */
export const readCredentials = async ({ path, warn }: Deps): Promise<Credentials | undefined> => {
  const file = await readPrivateFile(path)
  if (file === undefined) return undefined
  if (file.exposure === 'repaired')
    warn(
      `${path} could be read by others on this machine. It is closed to them now; if somebody may have looked, run \`lore login\` again: that ends the old key.`,
    )
  if (file.exposure === 'open')
    warn(
      `${path} can be read by others on this machine, and this could not be changed. Run \`chmod 600 ${path}\`.`,
    )
  return parse(file.text, path)
}

const parse = (text: string, path: string): Credentials => {
  const parsed = credentialsSchema.safeParse(jsonOf(text))
  if (parsed.success) return parsed.data
  throw new CliError({
    code: 'cli.credentials_broken',
    message: `The stored login in ${path} is damaged and cannot be read.`,
    hint: 'Run `lore login --server URL` to write it again.',
    cause: parsed.error,
  })
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const writeCredentials = (path: string, credentials: Credentials): Promise<void> =>
  writePrivateFile(path, `${JSON.stringify(credentials, null, 2)}\n`)
