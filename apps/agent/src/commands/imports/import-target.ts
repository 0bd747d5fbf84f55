import { createClient } from '@teamlore/shared'
import type { ImportOptions } from '../../capture/import.types.ts'
import { type Connection, findConnection, notLoggedIn } from '../../platform/connection.ts'
import { glanceAtMachine, identifyMachine } from '../../platform/machine.ts'
import { createWaitNotes } from '../../views/wait-notes.ts'
import {
  type RetryPolicy,
  sendWithRetries,
  shortRetries,
  type Times,
} from '../../wire/retry-policy.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { withResumeHint } from './resume-hint.ts'

type Target = {
  options: Pick<ImportOptions, 'client' | 'machine' | 'serverId'>
  server: string | undefined
}

type Options = { isDryRun: boolean; times: Times }

/** Where an import sends, and how it waits for it: `leave` is how it ends when that was in vain. */
export const openTarget = async (context: CommandContext, { isDryRun, times }: Options) => {
  const { onWait, waitedMs } = createWaitNotes(context)
  const leave = (error: unknown): never => {
    throw withResumeHint(error, waitedMs())
  }
  const target = isDryRun
    ? await dryTarget(context)
    : await liveTarget(context, shortRetries(times, onWait)).catch(leave)
  return { target, onWait, waitedMs, leave }
}

/** The key is proved before gigabytes are read, and the team named: another server at the same address starts again. */
const liveTarget = async (context: CommandContext, retryPolicy: RetryPolicy): Promise<Target> => {
  const connection = await findConnection(context)
  if (connection === undefined) throw notLoggedIn()
  const { client, server } = connection
  const [me, machine] = await Promise.all([
    sendWithRetries(() => client.me(), { retryPolicy }),
    identifyMachine(context.paths.machine),
  ])
  return { options: { client, machine, serverId: me.team.id }, server }
}

/** Needs no login. The server is asked at most for its team, to know what it has already. */
const dryTarget = async (context: CommandContext): Promise<Target> => {
  const connection = await findConnection(context)
  if (connection === undefined)
    context.warn('You are not logged in, so all there is counts as new.')
  const machine = await glanceAtMachine(context.paths.machine)
  const serverId = await teamOf(connection, context)
  return { options: { client: silentClient(), machine, serverId }, server: connection?.server }
}

const teamOf = async (
  connection: Connection | undefined,
  { warn }: CommandContext,
): Promise<string> => {
  if (connection === undefined) return 'none'
  if (connection.stored !== undefined) return connection.stored.team.id
  try {
    return (await connection.client.me()).team.id
  } catch {
    warn(`${connection.server} does not answer, so all there is counts as new.`)
    return 'none'
  }
}

/** Whatever the engine does, a dry run sends nothing. */
const silentClient = () =>
  createClient({
    baseUrl: 'http://dry.run.invalid',
    fetch: () => Promise.reject(new Error('A dry run sends nothing.')),
  })
