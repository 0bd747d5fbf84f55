import { readFile } from 'node:fs/promises'
import { ApiError, createClient, type Me, type RegisterMachineResponse } from '@teamlore/shared'
import { CliError, usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { tilde } from '../../output/format.ts'
import { bold, cyan, dim, green, type Line } from '../../output/line.ts'
import { parseKey } from '../../platform/api-key.ts'
import { writeCredentials } from '../../platform/credentials.ts'
import { explainConnection } from '../../platform/explain-connection.ts'
import { identifyMachine } from '../../platform/machine.ts'
import { isLocal, parseServerUrl } from '../../platform/server-url.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { noteNoPrivateAccess } from '../shared/no-private-access.ts'
import { readSecret } from '../shared/read-secret.ts'
import { type DeviceLoginDeps, loginByCode } from './device-login.ts'

export type LoginOptions = {
  server?: string | undefined
  key?: string | undefined
  keyFile?: string | undefined
}

/** What a login comes to: who one is, and a key of this machine's own. */
type Login = Pick<Me, 'team' | 'role'> & {
  user: { id: string; name: string }
} & RegisterMachineResponse

/** Proves who one is, by a code in the browser or by a key; gets this machine a key of its own, and keeps that. */
export const makeRunLogin =
  (deps: DeviceLoginDeps) =>
  async (context: CommandContext, options: LoginOptions): Promise<ExitCode> => {
    const { output } = context
    const server = serverOf(context, options)
    const key = await keyOf(context, options)
    const login =
      key === undefined ? await byCode(context, server, deps) : await byKey(context, server, key)
    await keep(context, server, login)
    if (context.isJson) output.json(loginJson(server, login))
    else output.print(...loginLines(context, server, login))
    return EXIT.ok
  }

/** A login by a short code in the browser, kept. */
export const loginByBrowser = async (
  context: CommandContext,
  server: string,
  deps: DeviceLoginDeps,
): Promise<Pick<Login, 'user' | 'team'>> => {
  const login = await byCode(context, server, deps)
  await keep(context, server, login)
  return { user: login.user, team: login.team }
}

const keep = async (
  context: CommandContext,
  server: string,
  { key, machine, team, user }: Login,
): Promise<void> => {
  await writeCredentials(context.paths.credentials, {
    server,
    key,
    machine,
    team,
    user: { id: user.id, name: user.name },
  })
  warnOfSurroundings(context, server)
  await noteNoPrivateAccess(context, createClient({ baseUrl: server, key }))
}

const byKey = async ({ paths }: CommandContext, server: string, key: string): Promise<Login> => {
  const client = createClient({ baseUrl: server, key })
  const me = await client.me().catch(async (error: unknown) => {
    throw (await wrongAddress(error, server)) || explainRefusal(error, server)
  })
  const machine = await identifyMachine(paths.machine)
  const registered = await client.machines.register(machine).catch((error: unknown) => {
    throw explainRefusal(error, server)
  })
  return { ...registered, team: me.team, role: me.role, user: me.user }
}

const byCode = async (
  context: CommandContext,
  server: string,
  deps: DeviceLoginDeps,
): Promise<Login> => {
  const machine = await identifyMachine(context.paths.machine)
  const token = await loginByCode(context, server, machine, deps).catch(async (error: unknown) => {
    throw (await wrongAddress(error, server)) || error
  })
  const { access_token: key, team, role, user } = token
  return { key, machine: token.machine, team, role, user }
}

const wrongAddress = async (error: unknown, server: string): Promise<unknown> =>
  error instanceof ApiError && (await explainConnection(error, server))

const serverOf = ({ config }: CommandContext, options: LoginOptions): string => {
  if (options.server !== undefined) return parseServerUrl(options.server)
  if (config.server !== undefined) return parseServerUrl(config.server, 'LORE_SERVER')
  throw usageError('--server is missing.', 'Run `lore login --server URL`.')
}

const keyOf = async (
  context: CommandContext,
  { key: given, keyFile }: LoginOptions,
): Promise<string | undefined> => {
  if (given !== undefined && keyFile !== undefined)
    throw usageError('--key and --key-file are both given.', 'Name one of them.')
  if (keyFile !== undefined) return keyIn(keyFile)
  if (given === undefined) return undefined
  if (given !== '-') {
    const key = parseKey(given, '--key')
    context.warn(
      'A key in a command stays in the history of the shell, and others on this machine can see it. --key-file FILE or --key - keeps it out of both.',
    )
    return key
  }
  const { output } = context
  const typed = await readSecret({
    stdin: context.stdin,
    ask: () => output.note(['Paste the API key and press Enter; it is not shown:']),
    done: () => undefined,
  })
  return parseKey(typed, '--key -')
}

const keyIn = async (file: string): Promise<string> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw usageError(
      error.code === 'ENOENT' ? `There is no file ${file}.` : `The file ${file} cannot be read.`,
      'Name the file that the key is in, such as `admin-key` in the folder TEAMLORE_HOME of the server.',
    )
  })
  return parseKey(text.trim(), '--key-file')
}

const explainRefusal = (error: unknown, server: string): unknown => {
  if (!(error instanceof ApiError)) return error
  if (error.status === 401)
    return new CliError({
      code: error.code,
      message: `${server} does not know this key: it is wrong, incomplete, or was revoked.`,
      hint: 'Copy it again, or ask an admin of your team for a new one. On the machine of the server itself it lies in `admin-key` in the folder TEAMLORE_HOME.',
      cause: error,
    })
  if (error.code === 'machine.mismatch')
    return new CliError({
      code: error.code,
      message: 'This key belongs to another machine.',
      hint: 'Log in with a personal key; every machine gets one of its own from it.',
      cause: error,
    })
  if (error.code === 'access.forbidden')
    return new CliError({
      code: error.code,
      message: 'This key may only read, and a machine sends sessions too.',
      hint: 'Ask an admin of your team for a key of the role member. For reading alone, set LORE_SERVER and LORE_KEY instead of logging in.',
      cause: error,
    })
  return error
}

const warnOfSurroundings = ({ config, warn }: CommandContext, server: string): void => {
  if (server.startsWith('http://') && !isLocal(server))
    warn(`${server} is not encrypted: others on the network can read your sessions and the key.`)
  if (config.server !== undefined && config.key !== undefined)
    warn('LORE_SERVER and LORE_KEY are set and win over what was stored now. Unset them to use it.')
}

const loginJson = (server: string, { user, team, role, machine }: Login) => ({
  server,
  user,
  team,
  role,
  machine,
})

const loginLines = (
  { paths, home }: CommandContext,
  server: string,
  { user, team, role, machine }: Login,
): Line[] => [
  [
    green('Logged in'),
    ` to ${server} as `,
    bold(user.name),
    `, ${role} of team `,
    bold(team.name),
    '.',
  ],
  [
    `This machine is "${machine.name}" there. Its own key is kept in ${tilde(paths.credentials, home)}.`,
  ],
  [],
  ['Next:'],
  ['  ', cyan('lore import'), '            ', dim('send the sessions of this machine')],
  ['  ', cyan('lore import --dry-run'), '  ', dim('say first what would be sent')],
  ['  ', cyan('lore search QUERY'), '      ', dim('find what your team knows')],
]
