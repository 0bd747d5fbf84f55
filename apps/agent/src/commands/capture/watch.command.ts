import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '@teamlore/shared'
import { serverRoot } from '../../capture/state-store.ts'
import { describeError } from '../../errors/describe-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { answerHooks } from '../../hooks/answer-hooks.ts'
import { hookPlaces } from '../../hooks/hook-places.ts'
import { readCaptureState } from '../../platform/capture-state.ts'
import { type Connection, findConnection, openConnection } from '../../platform/connection.ts'
import { identifyMachine } from '../../platform/machine.ts'
import { readToolsOff } from '../../platform/tools-off.ts'
import { createProjectResolver } from '../../project/resolve-project.ts'
import { createWatchNotes } from '../../views/watch.view.ts'
import type { WatchOptions, WatchSessions } from '../../watch/watch.types.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { quotesOf } from '../shared/quotes-of.ts'

type Deps = {
  watchSessions: WatchSessions
  buildGraph?: WatchOptions['buildGraph']
  /** What a coding agent is given of our environment; without it none is asked. */
  variables?: () => Record<string, string>
}

/** Follows the sessions of this machine until it is stopped. A new login is taken up without a restart. */
export const makeRunWatch =
  (deps: Deps) =>
  async (context: CommandContext): Promise<ExitCode> => {
    const { output, paths, config, surroundings } = context
    const { watchSessions, buildGraph } = deps
    const stop = new AbortController()
    const release = context.onInterrupt(() => stop.abort())
    try {
      for (;;) {
        const connection = await openConnection(context)
        const serverId = await teamOf(connection, context, stop.signal)
        if (serverId === undefined) return EXIT.ok
        const { client, server } = connection
        const notes = createWatchNotes({ ...context, server })
        const hooks = new AbortController()
        const toolsOff = await readToolsOff(paths.toolsFile)
        const outcome = await watchSessions({
          client,
          server,
          serverId,
          surroundings,
          toolsOff,
          signal: stop.signal,
          machine: await identifyMachine(paths.machine),
          stateDir: paths.stateDir,
          rulesFile: paths.rulesFile,
          spoolLimitBytes: config.spoolLimitBytes,
          memoryFiles: config.memoryFiles,
          gitChoice: config.gitChoice,
          gitHooksFile: hookPlaces(paths, surroundings.platform).commits,
          ...(buildGraph && { buildGraph }),
          isStillCurrent: async () =>
            isSame(connection, await findConnection(context)) &&
            // Whoever switches a tool off or on need not start the watch again.
            toolsOff.join() === (await readToolsOff(paths.toolsFile)).join(),
          onEvent: notes.note,
          dropQuotes: quotesOf(context, serverId),
          onWatching: (lookNow) => {
            if (deps.variables !== undefined)
              startAutoDistil(context, {
                connection,
                serverId,
                signal: hooks.signal,
                deps,
              }).catch(() => undefined)
            void answerHooks({
              places: hookPlaces(paths, surroundings.platform),
              client,
              resolveProject: createProjectResolver(),
              now: context.now,
              capture: async () => lookNow(),
              signal: hooks.signal,
            })
          },
        }).finally(() => {
          hooks.abort()
          notes.flush()
        })
        if (outcome === 'login changed') continue
        const state = await readCaptureState(serverRoot(paths.stateDir, serverId))
        if (context.isJson) output.json(state ?? null)
        return EXIT.ok
      }
    } finally {
      release()
    }
  }

type Starting = {
  connection: Connection
  serverId: string
  signal: AbortSignal
  deps: Deps
}

/** Has a coding agent distil what is quiet, where somebody switched that on. Whatever goes wrong with it, the watch goes on. */
const startAutoDistil = async (
  { paths, home, now, warn }: CommandContext,
  { connection, serverId, signal, deps }: Starting,
): Promise<void> => {
  const [{ runAutoDistil }, { fingerprint }] = await Promise.all([
    import('../../distil/auto-distil.ts'),
    identifyMachine(paths.machine),
  ])
  await runAutoDistil({
    client: connection.client,
    server: connection.server,
    serverId,
    settingsFile: paths.distilFile,
    machine: { stateDir: paths.stateDir, home, variables: deps.variables?.() ?? {} },
    holder: fingerprint,
    now,
    signal,
    onRun: ({ stopped }) => {
      if (stopped?.why !== 'coding agent') return
      warn(`Your coding agent distils no further at present: ${stopped.error.message}`)
    },
  })
}

const isSame = (before: Connection, now: Connection | undefined): boolean =>
  now !== undefined &&
  now.server === before.server &&
  now.stored?.key === before.stored?.key &&
  now.stored?.team.id === before.stored?.team.id

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000

/** Known from the login. With LORE_SERVER and LORE_KEY the server has to be asked, however long it is away. */
const teamOf = async (
  { client, stored }: Connection,
  { warn }: CommandContext,
  signal: AbortSignal,
): Promise<string | undefined> => {
  if (stored !== undefined) return stored.team.id
  for (let wait = FIRST_WAIT_MS; !signal.aborted; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      return (await client.me({ signal })).team.id
    } catch (error) {
      if (signal.aborted) return undefined
      const mayPass = error instanceof ApiError && (error.status === 0 || error.status >= 500)
      if (!mayPass) throw error
      if (wait === FIRST_WAIT_MS) warn(`${describeError(error).message} It is asked again.`)
    }
    await delay(wait, undefined, { signal }).catch(() => undefined)
  }
  return undefined
}
