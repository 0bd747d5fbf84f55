import { createClient } from '@teamlore/shared'
import type { DeviceCode } from '@teamlore/shared/sign-in'
import { CliError, usageError } from '../../errors/cli-error.ts'
import { describeError } from '../../errors/describe-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { tilde } from '../../output/format.ts'
import { bold, cyan, green } from '../../output/line.ts'
import { readCredentials } from '../../platform/credentials.ts'
import { parseServerUrl } from '../../platform/server-url.ts'
import type { InstalledProgram } from '../../program/install-program.ts'
import type { LinkOutcome } from '../../program/link-program.ts'
import type { CommandContext } from '../shared/command-context.ts'
import type { DeviceLoginDeps } from './device-login.ts'
import { parseJoinCode } from './join-code.ts'
import { loginByBrowser } from './login.command.ts'

export type JoinDeps = DeviceLoginDeps & {
  /** The server that handed this program out. */
  serverOfPackage: () => Promise<string | undefined>
  /** Puts the program of the server where it stays. */
  install: (context: CommandContext, server: string) => Promise<InstalledProgram>
  /** Has `lore` in a terminal start it from here on, or says by which line it does. */
  link: (context: CommandContext, script: string) => Promise<LinkOutcome>
  connectTools: (context: CommandContext, script: string) => Promise<ExitCode>
  /** Keeps the watch running by means of the system. */
  installService: (context: CommandContext, script: string) => Promise<ExitCode>
  /** Starts the watch until the machine is switched off. */
  startWatch: (script: string) => void
}

/** From an invitation, or from nothing, to a machine whose coding tools are captured. Doing it again mends what is missing. */
export const makeRunJoin =
  (deps: JoinDeps) =>
  async (context: CommandContext, typed: string | undefined): Promise<ExitCode> => {
    const code = parseJoinCode(typed)
    const server = await serverOf(context, code.server, deps)
    const who = await comeIn(context, server, code.token, deps)
    // What the steps print is shown beside the answer, which is one.
    const quiet = within(context)
    quiet.output.note(['Installing the agent of the server …'])
    const { version, script } = await deps.install(quiet, server)
    const link = await deps.link(quiet, script)
    const tools = await attempt(quiet, ['hooks.no_tool'], () => deps.connectTools(quiet, script))
    const capture = await startCapture(quiet, script, deps)
    const isWhole = tools !== 'failed' && capture !== 'failed'
    const path_line = link.is === 'line' ? link.line : null
    if (context.isJson)
      context.output.json({ server, ...who, version, script, path_line, tools, capture })
    else show(context, { ...who, script, link, version, capture })
    return isWhole ? EXIT.ok : EXIT.failed
  }

type Who = { user: { name: string }; team: { name: string } }

const serverOf = async (
  { config }: CommandContext,
  given: string | undefined,
  { serverOfPackage }: JoinDeps,
): Promise<string> => {
  if (given !== undefined) return given
  const origin = await serverOfPackage()
  if (origin !== undefined) return parseServerUrl(origin)
  if (config.server !== undefined) return parseServerUrl(config.server, 'LORE_SERVER')
  throw usageError(
    'It is not known which server this is for.',
    'Give its address or the whole link of the invitation: `lore join https://lore.example.com`.',
  )
}

const comeIn = async (
  context: CommandContext,
  server: string,
  token: string | undefined,
  deps: JoinDeps,
): Promise<Who> => {
  if (token === undefined) {
    const known = await loggedIn(context, server)
    if (known !== undefined) return known
    return loginByBrowser(context, server, deps)
  }
  const client = createClient({ baseUrl: server })
  const { team, role, invited_by } = await client.invitations.show({ token })
  context.output.note([invited_by, ' invites you to ', bold(team), ` as ${role}.`])
  return loginByBrowser(context, server, { ...deps, pageOf: joinPage(token) })
}

/** The page where the invitation is accepted, from which one goes on to the one that confirms the code. */
export const joinPage =
  (token: string) =>
  ({ verification_uri_complete }: DeviceCode): string => {
    const device = new URL(verification_uri_complete)
    const page = new URL('join', device)
    page.search = new URLSearchParams({
      token,
      next: `${device.pathname}${device.search}`,
    }).toString()
    return page.href
  }

const loggedIn = async (
  { paths, warn }: CommandContext,
  server: string,
): Promise<Who | undefined> => {
  const stored = await readCredentials({ path: paths.credentials, warn }).catch(() => undefined)
  if (stored === undefined || stored.server !== server) return undefined
  const client = createClient({ baseUrl: server, key: stored.key })
  // Whatever is wrong with the stored login is mended by a new one.
  const me = await client.me().catch(() => undefined)
  return me && { user: me.user, team: me.team }
}

type Outcome = 'done' | 'not_here' | 'failed'

/** One step that may be of no use on this machine; what goes wrong is shown, and the others are done. */
const attempt = async (
  { warn }: CommandContext,
  unneeded: readonly string[],
  step: () => Promise<ExitCode>,
): Promise<Outcome> => {
  try {
    return (await step()) === EXIT.ok ? 'done' : 'failed'
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    if (unneeded.includes(error.code)) return 'not_here'
    const { message, hint = '' } = describeError(error)
    warn(`${message} ${hint}`.trim())
    return 'failed'
  }
}

const startCapture = async (
  context: CommandContext,
  script: string,
  { installService, startWatch }: JoinDeps,
): Promise<'service' | 'process' | 'failed'> => {
  const outcome = await attempt(context, ['daemon.unavailable'], () =>
    installService(context, script),
  )
  if (outcome === 'done') return 'service'
  if (outcome === 'failed') return 'failed'
  startWatch(script)
  return 'process'
}

/** The same, with everything that is printed among the notes. */
const within = (context: CommandContext): CommandContext => ({
  ...context,
  isJson: false,
  output: { ...context.output, print: context.output.note },
})

const show = (
  { output, home }: CommandContext,
  done: Who & { script: string; link: LinkOutcome; version: string; capture: string },
): void => {
  const { link } = done
  const lore = link.is === 'none' ? `node ${tilde(done.script, home)}` : 'lore'
  output.print(
    [
      green('Connected'),
      ' as ',
      bold(done.user.name),
      ' to the team ',
      bold(done.team.name),
      `, with lore ${done.version}.`,
    ],
    ...(done.capture === 'process'
      ? [
          [
            'Capture runs until this machine is switched off: no way to keep a service is known here. ',
            cyan(`${lore} doctor`),
            ' lists other ways.',
          ],
        ]
      : []),
    ...(link.is === 'line'
      ? [
          [],
          ['So that this terminal and later ones find `lore`, run once:'],
          ['  ', cyan(link.line)],
        ]
      : []),
    [],
    ['Next:'],
    ['  ', cyan(`${lore} status`), '   show how capture is doing'],
    ['  ', cyan(`${lore} import`), '   send what is older'],
    ['  ', cyan(`${lore} upgrade`), '  follow the server to its next version'],
  )
}
