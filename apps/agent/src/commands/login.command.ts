import { ApiError, createClient, type Me, type RegisterMachineResponse } from '@teamlore/shared'
import { CliError, usageError } from '../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../errors/exit-codes.ts'
import { tilde } from '../output/format.ts'
import { bold, cyan, dim, green, type Line } from '../output/line.ts'
import { parseKey } from '../platform/api-key.ts'
import { writeCredentials } from '../platform/credentials.ts'
import { explainConnection } from '../platform/explain-connection.ts'
import { identifyMachine } from '../platform/machine.ts'
import { isLocal, parseServerUrl } from '../platform/server-url.ts'
import type { CommandContext } from './command-context.ts'
import { readSecret } from './read-secret.ts'

export type LoginOptions = { server?: string | undefined; key?: string | undefined }

/** Proves the key, gets this machine one of its own, and keeps that. */
export const runLogin = async (
  context: CommandContext,
  options: LoginOptions,
): Promise<ExitCode> => {
  const { paths, output } = context
  const server = serverOf(context, options)
  const key = await keyOf(context, options)
  const client = createClient({ baseUrl: server, key })
  const me = await client.me().catch(async (error: unknown) => {
    const wrongAddress = error instanceof ApiError && (await explainConnection(error, server))
    throw wrongAddress || explainRefusal(error, server)
  })
  const machine = await identifyMachine(paths.machine)
  const registered = await client.machines.register(machine).catch((error: unknown) => {
    throw explainRefusal(error, server)
  })
  await writeCredentials(paths.credentials, {
    server,
    key: registered.key,
    machine: registered.machine,
    team: me.team,
    user: { id: me.user.id, name: me.user.name },
  })
  warnOfSurroundings(context, server)
  if (context.isJson) output.json(loginJson(server, me, registered))
  else output.print(...loginLines(context, server, me, registered))
  return EXIT.ok
}

const serverOf = ({ config }: CommandContext, options: LoginOptions): string => {
  if (options.server !== undefined) return parseServerUrl(options.server)
  if (config.server !== undefined) return parseServerUrl(config.server, 'LORE_SERVER')
  throw usageError('--server is missing.', 'Run `lore login --server URL --key KEY`.')
}

const keyOf = async (context: CommandContext, options: LoginOptions): Promise<string> => {
  if (options.key === '-' || (options.key === undefined && context.stdin.isTTY)) {
    const { output } = context
    const typed = await readSecret({
      stdin: context.stdin,
      ask: () => output.note(['Paste the API key and press Enter; it is not shown:']),
      done: () => undefined,
    })
    return parseKey(typed, '--key -')
  }
  if (options.key !== undefined) return parseKey(options.key, '--key')
  throw usageError(
    '--key is missing.',
    'An admin of your team can give you one. `--key -` reads it from stdin, so that it stays out of the history of your shell.',
  )
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

const loginJson = (server: string, me: Me, { machine }: RegisterMachineResponse) => ({
  server,
  user: me.user,
  team: me.team,
  role: me.role,
  machine,
})

const loginLines = (
  { paths, home }: CommandContext,
  server: string,
  me: Me,
  { machine }: RegisterMachineResponse,
): Line[] => [
  [
    green('Logged in'),
    ` to ${server} as `,
    bold(me.user.name),
    `, ${me.role} of team `,
    bold(me.team.name),
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
