import type { CaptureOverview } from '@teamlore/shared'
import type { Source } from '@teamlore/sources/source'
import type { Surroundings } from '@teamlore/sources/surroundings'
import { serverRoot } from '../capture/state-store.ts'
import type { Config } from '../env.ts'
import { describeError } from '../errors/describe-error.ts'
import { holderOf } from '../locks/lock-file.ts'
import { watchLockPath } from '../locks/watch-lock.ts'
import { readMirrorFigures } from '../memory-files/mirror-figures.ts'
import { type CaptureState, readCaptureState } from '../platform/capture-state.ts'
import { type Connection, findConnection } from '../platform/connection.ts'
import { glanceAtMachine } from '../platform/machine.ts'
import type { Paths } from '../platform/paths.ts'
import { readToolsOff } from '../platform/tools-off.ts'
import { VERSION } from '../platform/version.ts'
import { toolCountsOf } from '../report/tool-counts.ts'
import type { ServiceManager } from '../service/service.types.ts'
import { whyNotWritable } from '../spool/capacity.ts'
import { lookAtSpool } from '../spool/look-at-spool.ts'
import { checkDifferences, checkMemoryFiles, checkSpool, ownMachine } from './check-capture.ts'
import { checkCleanup } from './check-cleanup.ts'
import { checkDisk, checkFiles, checkNode } from './check-machine.ts'
import { checkServer, overviewOf, type ServerFacts } from './check-server.ts'
import { checkTools } from './check-tools.ts'
import { checkWatch } from './check-watch.ts'
import { type Finding, failure } from './finding.ts'
import { openSafety } from './open-safety.ts'

/** What is known of this machine and how to speak to its user. */
export type DoctorContext = {
  config: Config
  paths: Paths
  home: string
  surroundings: Surroundings
  now: () => Date
}

export type DoctorDeps = {
  makeSources: (surroundings: Surroundings) => readonly Source[]
  service: ServiceManager | undefined
  nodeVersion: string
  /** For tests of full disks. */
  freeBytes?: (folder: string) => Promise<number>
}

/** Looks at everything capture needs, from this machine to the server, and changes nothing. */
export const runChecks = async (context: DoctorContext, deps: DoctorDeps): Promise<Finding[]> => {
  const { paths, home, surroundings } = context
  const machine = [
    ...checkNode(deps.nodeVersion),
    // Before the login is read: reading it repairs its rights.
    ...(await checkFiles(paths, { home, platform: surroundings.platform })),
    ...(await checkDisk(paths.stateDir, deps.freeBytes)),
  ]
  const { connection, findings: login } = await connectionOf(context)
  const server = await serverFacts(connection, context)
  const capture = await captureChecks(context, deps, { connection, server })
  return [...machine, ...login, ...server.findings, ...capture]
}

const connectionOf = async (
  context: DoctorContext,
): Promise<{ connection: Connection | undefined; findings: Finding[] }> => {
  try {
    // Its warnings are findings here.
    const connection = await findConnection({ ...context, warn: () => undefined })
    const findings =
      connection === undefined
        ? [
            failure(
              'login',
              'You are not logged in, so nothing can be sent.',
              'Run `lore login --server URL` and confirm it in the browser; with a key from an admin, `--key-file FILE`.',
            ),
          ]
        : []
    return { connection, findings }
  } catch (error) {
    const { message, hint } = describeError(error)
    const remedy = hint ?? 'Run `lore login` again.'
    return { connection: undefined, findings: [failure('login', message, remedy)] }
  }
}

const serverFacts = async (
  connection: Connection | undefined,
  { now }: DoctorContext,
): Promise<ServerFacts> =>
  connection === undefined
    ? { findings: [], me: undefined, overview: undefined }
    : checkServer({ connection, version: VERSION, now })

const captureChecks = async (
  context: DoctorContext,
  { makeSources, service }: DoctorDeps,
  { connection, server }: { connection: Connection | undefined; server: ServerFacts },
): Promise<Finding[]> => {
  const { paths, home, surroundings, config } = context
  const team = server.me?.team.id ?? connection?.stored?.team.id
  const root = team === undefined ? undefined : serverRoot(paths.stateDir, team)
  const pid = root === undefined ? undefined : await holderOf(watchLockPath(root))
  const state = root === undefined ? undefined : await readCaptureState(root)
  const sources = makeSources(surroundings)
  const toolsOff = await readToolsOff(paths.toolsFile).catch((error: unknown) => error)
  const { name } = await glanceAtMachine(paths.machine).catch(() => ({ name: '' }))
  const id = server.me?.machine?.id
  const overview = await newerThan(state, { connection, server, id, name })
  const own = ownMachine(overview, { id, name })
  return [
    ...(await checkWatch({ pid, service })),
    ...(Array.isArray(toolsOff) ? [] : brokenToolsFile(toolsOff)),
    ...(await checkTools({
      sources,
      state,
      isWatching: pid !== undefined,
      home,
      toolsOff: Array.isArray(toolsOff) ? toolsOff : [],
    })),
    ...(await cleanupChecks(context, { sources, toolsOff, root })),
    ...(root === undefined
      ? []
      : checkSpool(await lookAtSpool(root), {
          state,
          paused: (await whyNotWritable(root)) ?? state?.paused ?? null,
          limitBytes: config.spoolLimitBytes,
          now: context.now(),
        })),
    ...(root === undefined ? [] : checkMemoryFiles(await readMirrorFigures(root))),
    ...checkDifferences(overview, own, state),
  ]
}

type Cleanup = { sources: readonly Source[]; toolsOff: unknown; root: string | undefined }

const cleanupChecks = async (
  { paths, home, now }: DoctorContext,
  { sources, toolsOff, root }: Cleanup,
): Promise<Finding[]> =>
  checkCleanup({
    sources: Array.isArray(toolsOff)
      ? sources.filter(({ info }) => !toolsOff.includes(info.name))
      : [],
    safety: await openSafety(paths, root),
    home,
    now: now(),
  })

/** Nothing is read as long as it is not known what somebody wanted left alone. */
const brokenToolsFile = (error: unknown): Finding[] => {
  const { message, hint } = describeError(error)
  return [failure('tools.file', message, hint ?? 'Run `lore tools`.')]
}

type Asked = {
  connection: Connection | undefined
  server: ServerFacts
  id: string | undefined
  name: string
}

/** The server was asked before the figures here were read: what arrived in between is no difference, so it is asked again. */
const newerThan = async (
  state: CaptureState | undefined,
  { connection, server: { me, overview }, ...machine }: Asked,
): Promise<CaptureOverview | undefined> => {
  const hasGaps = toolCountsOf(state, ownMachine(overview, machine)).some(
    ({ missing }) => missing > 0,
  )
  if (!hasGaps || me === undefined || connection === undefined) return overview
  return (await overviewOf(connection.client, me)) ?? overview
}
