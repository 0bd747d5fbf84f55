import { createClient, type LoreClient } from '@teamlore/shared'
import type { Config } from '../env.ts'
import { CliError, usageError } from '../errors/cli-error.ts'
import { parseKey } from './api-key.ts'
import { type Credentials, readCredentials } from './credentials.ts'
import type { Paths } from './paths.ts'
import { parseServerUrl } from './server-url.ts'

export type Connection = {
  server: string
  /** Where server and key come from. */
  source: 'login' | 'environment'
  client: LoreClient
  /** What was stored at login; undefined when the environment speaks. */
  stored: Credentials | undefined
}

type Deps = { config: Config; paths: Paths; warn: (message: string) => void }

/**
 * The server to talk to: LORE_SERVER and LORE_KEY, else what `lore login` stored. Nothing is sent yet.
 *
 * @throws CliError when only one of the two is set, or what was stored is damaged; undefined when nobody logged in.
 */
export const findConnection = async ({
  config,
  paths,
  warn,
}: Deps): Promise<Connection | undefined> => {
  const given = connectionOfEnvironment(config)
  if (given !== undefined) return given
  const stored = await readCredentials({ path: paths.credentials, warn })
  if (stored === undefined) return undefined
  const { server, key } = stored
  return { server, source: 'login', client: createClient({ baseUrl: server, key }), stored }
}

/** @throws CliError also when nobody logged in. */
export const openConnection = async (deps: Deps): Promise<Connection> => {
  const connection = await findConnection(deps)
  if (connection === undefined) throw notLoggedIn()
  return connection
}

export const notLoggedIn = (): CliError =>
  new CliError({
    code: 'cli.not_logged_in',
    message: 'You are not logged in.',
    hint: 'Run `lore login --server URL` and confirm it in the browser; with a key from an admin, `--key-file FILE`. Or set LORE_SERVER and LORE_KEY.',
  })

const connectionOfEnvironment = ({ server, key }: Config): Connection | undefined => {
  if (server === undefined && key === undefined) return undefined
  if (server === undefined)
    throw usageError(
      'LORE_KEY is set, but LORE_SERVER is not.',
      'Set both, or unset LORE_KEY to use what `lore login` stored.',
    )
  if (key === undefined)
    throw usageError(
      'LORE_SERVER is set, but LORE_KEY is not.',
      'Set both, or unset LORE_SERVER to use what `lore login` stored.',
    )
  const baseUrl = parseServerUrl(server, 'LORE_SERVER')
  return {
    server: baseUrl,
    source: 'environment',
    client: createClient({ baseUrl, key: parseKey(key, 'LORE_KEY') }),
    stored: undefined,
  }
}
