import { ApiError, type CaptureMachine, type LoreClient } from '@teamlore/shared'
import { serverRoot } from '../../capture/state-store.ts'
import { describeError } from '../../errors/describe-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { readHookCounts } from '../../hooks/hook-counts.ts'
import { hookPlaces } from '../../hooks/hook-places.ts'
import { holderOf } from '../../locks/lock-file.ts'
import { watchLockPath } from '../../locks/watch-lock.ts'
import { readMirrorFigures } from '../../memory-files/mirror-figures.ts'
import { readCaptureState } from '../../platform/capture-state.ts'
import { openConnection } from '../../platform/connection.ts'
import { readLastImport } from '../../platform/last-import.ts'
import { readToolsOff } from '../../platform/tools-off.ts'
import { VERSION } from '../../platform/version.ts'
import { toolCountsOf } from '../../report/tool-counts.ts'
import type { ServiceManager } from '../../service/service.types.ts'
import { judgeService } from '../../service/watch-advice.ts'
import { whyNotWritable } from '../../spool/capacity.ts'
import { readLastRemoval } from '../../tombstones/kept-tombstones.ts'
import {
  type CaptureSide,
  type OwnMachine,
  type ServerSide,
  type Status,
  statusLines,
} from '../../views/status.view.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { errorLines } from '../shared/report-error.ts'

type Deps = { findService: (context: CommandContext) => ServiceManager | undefined }

/**
 * What is known here is said even when the server does not answer. Fails then, and where messages captured here are neither
 * on their way nor on the server.
 */
export const makeRunStatus =
  (deps: Deps) =>
  async (context: CommandContext): Promise<ExitCode> => {
    const { output, paths, home } = context
    const { client, server, source, stored } = await openConnection(context)
    const [remote, lastImport, hooks] = await Promise.all([
      askServer(client),
      readLastImport(paths.lastImport),
      readHookCounts(hookPlaces(paths, context.surroundings.platform)),
    ])
    const serverId = remote.isReachable ? remote.me.team.id : stored?.team.id
    const capture =
      serverId === undefined ? undefined : await captureOf(context, { deps, serverId })
    const toolsOff = await readToolsOff(paths.toolsFile)
    const status: Status = {
      toolsOff,
      version: VERSION,
      server,
      source,
      configDir: paths.configDir,
      remote: await newerThan(capture, remote, client),
      capture,
      lastImport: lastImport?.server === server ? lastImport : undefined,
      hooks,
    }
    if (context.isJson) output.json(statusJson(status))
    else output.print(...statusLines(status, { width: output.width, now: context.now(), home }))
    if (remote.isReachable) return missingIn(capture, status.remote) ? EXIT.failed : EXIT.ok
    output.note(...errorLines(remote.problem.message, remote.problem.hint))
    return EXIT.failed
  }

const missingIn = (capture: CaptureSide | undefined, remote: ServerSide): boolean =>
  remote.isReachable &&
  toolCountsOf(capture?.state, remote.captured).some(({ missing }) => missing > 0)

/** The server was asked before the figures here were read: what arrived in between is not missing, so it is asked again. */
const newerThan = async (
  capture: CaptureSide | undefined,
  remote: ServerSide,
  client: LoreClient,
): Promise<ServerSide> =>
  remote.isReachable && remote.captured !== undefined && missingIn(capture, remote)
    ? { ...remote, captured: (await capturedOf(client, remote.captured.id)) ?? remote.captured }
    : remote

const captureOf = async (
  context: CommandContext,
  { deps, serverId }: { deps: Deps; serverId: string },
): Promise<CaptureSide> => {
  const root = serverRoot(context.paths.stateDir, serverId)
  const [pid, state, memoryFiles, noRoom, forgotten] = await Promise.all([
    holderOf(watchLockPath(root)),
    readCaptureState(root),
    readMirrorFigures(root),
    whyNotWritable(root),
    readLastRemoval(root),
  ])
  const advice =
    pid === undefined ? (await judgeService(deps.findService(context))).advice : undefined
  const paused = noRoom ?? state?.paused ?? null
  return { pid, advice, state, memoryFiles, forgotten, paused }
}

const askServer = async (client: LoreClient): Promise<ServerSide> => {
  try {
    const me = await client.me()
    const [stats, jobs, machine, captured, sharing] = await Promise.all([
      client.stats(),
      client.jobs.health(),
      findMachine(client, me.machine?.id),
      me.machine === null ? undefined : capturedOf(client, me.machine.id),
      sharingOf(client),
    ])
    return { isReachable: true, me, stats, jobs, machine, captured, sharing }
  } catch (error) {
    return {
      isReachable: false,
      hasAnswered: error instanceof ApiError && error.status >= 400 && error.status < 500,
      problem: describeError(error),
    }
  }
}

/** Nobody shares code without knowing it. */
const sharingOf = async (client: LoreClient): Promise<string[] | undefined> => {
  const names: string[] = []
  let cursor: string | undefined
  do {
    const page = await client.projects.list({ limit: 200, cursor }).catch(() => undefined)
    if (page === undefined) return undefined
    names.push(...page.items.flatMap(({ name, shares_code }) => (shares_code ? [name] : [])))
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return names
}

/** Undefined where the server is too old to say: the rest of the status is worth having. */
const capturedOf = async (client: LoreClient, id: string): Promise<CaptureMachine | undefined> => {
  const overview = await client.capture.get({ machine: id }).catch(() => undefined)
  return overview?.machines.find((machine) => machine.id === id)
}

const findMachine = async (
  client: LoreClient,
  id: string | undefined,
): Promise<OwnMachine | undefined> => {
  let cursor: string | undefined
  if (id === undefined) return undefined
  do {
    const page = await client.machines.list({ limit: 200, cursor })
    const own = page.items.find((machine) => machine.id === id)
    if (own !== undefined)
      return { id, name: own.name, sessions: own.sessions, lastSeenAt: own.last_seen_at }
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return undefined
}

const statusJson = ({
  version,
  server,
  source,
  configDir,
  remote,
  capture,
  lastImport,
  hooks,
  toolsOff,
}: Status) => ({
  version,
  server,
  login: source,
  config_dir: configDir,
  // It answers where it refuses the key, too: `error` says what it answered.
  reachable: remote.isReachable || remote.hasAnswered,
  ...(remote.isReachable
    ? {
        team: remote.me.team,
        user: remote.me.user,
        role: remote.me.role,
        machine:
          remote.machine === undefined
            ? remote.me.machine
            : {
                id: remote.machine.id,
                name: remote.machine.name,
                sessions: remote.machine.sessions,
                last_seen_at: remote.machine.lastSeenAt,
              },
        stats: remote.stats,
        shares_code: remote.sharing ?? null,
        jobs: remote.jobs,
      }
    : { error: { code: remote.problem.code, message: remote.problem.message } }),
  watch: {
    running: capture?.pid !== undefined,
    pid: capture?.pid ?? null,
    advice: capture?.advice ?? null,
  },
  paused: capture?.paused ?? null,
  forgotten: capture?.forgotten ?? null,
  tools_off: toolsOff,
  memory_files: capture?.memoryFiles ?? null,
  capture: capture?.state ?? null,
  tools: toolCountsOf(capture?.state, remote.isReachable ? remote.captured : undefined),
  last_import: lastImport ?? null,
  hooks: hooks ?? null,
})
