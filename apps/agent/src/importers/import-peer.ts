import { isAbsolute } from 'node:path'
import type { ImportChange, ImportResponse, IngestProject } from '@teamlore/shared'
import { openSqlite, type SqliteFile, SqliteProblem } from '@teamlore/sources/files/open-sqlite'
import { openServerStorage } from '../capture/server-storage.ts'
import { CliError } from '../errors/cli-error.ts'
import type { Privacy } from '../privacy/privacy.ts'
import { importAsking } from '../privacy/team-rules.ts'
import { createProjectResolver, type ResolveProject } from '../project/resolve-project.ts'
import { partiallyStored } from '../wire/partially-stored.ts'
import { isAbort, realTimes, shortRetries, type Times } from '../wire/retry-policy.ts'
import type { ImportPeer, PeerImportOptions, PeerImportReport } from './import-peer.types.ts'
import { type Item, itemsOf } from './items.ts'
import { createKeptBack, type Judgement } from './kept-back.ts'
import { createOriginals, type FindOriginal } from './originals.ts'
import type { Peer, PeerReading, PeerSession } from './peer.types.ts'
import { databaseOf, peerNamed } from './peers.ts'
import { createItemSender } from './send-items.ts'

type Deps = Times & {
  resolveProject: ResolveProject
  now: () => Date
}

/**
 * Brings what another memory knows to the server: sessions, prompts, observations, summaries, and what has no table here
 * as observations that say what they were. Its database is only read. Every run offers all of it; the server keeps what it
 * has, so that one that was broken off is simply run again.
 *
 * @throws CliError when there is no such database, or it cannot be read. ApiError when the server cannot be reached.
 */
export const makeImportPeer =
  (deps: Deps): ImportPeer =>
  async (options) => {
    const started = deps.clock()
    const peer = peerNamed(options.peer)
    const path = await databaseOf(peer, options)
    const file = await open(path, peer)
    try {
      const report = await run({ options, deps, peer, path, file })
      return { ...report, tookMs: Math.round(deps.clock() - started) }
    } catch (error) {
      throw error instanceof SqliteProblem ? unreadable(path, error.message) : error
    } finally {
      file.close()
    }
  }

const unreadable = (path: string, what: string): CliError =>
  new CliError({
    code: 'cli.database_unreadable',
    message: `${path} ${what}.`,
    hint: 'Close the program it belongs to, or copy the file and give the copy to `--path`.',
  })

const open = async (path: string, peer: Peer): Promise<SqliteFile> => {
  const file = await openSqlite(path).catch((error: unknown) => {
    throw error instanceof SqliteProblem ? unreadable(path, error.message) : error
  })
  if (peer.isOwn(file)) return file
  file.close()
  throw new CliError({
    code: 'cli.database_unknown',
    message: `${path} is a database, but not one of ${peer.label}.`,
    hint: 'Give `--path` the right file, or `--from` the memory it belongs to.',
  })
}

type Task = { options: PeerImportOptions; deps: Deps; peer: Peer; path: string; file: SqliteFile }

const run = async ({ options, deps, peer, path, file }: Task): Promise<PeerImportReport> => {
  const { client, dryRun, signal } = options
  const storage = await openServerStorage({
    ...options,
    isReadOnly: true,
    spoolLimitBytes: 0,
    now: deps.now,
  })
  const report = emptyReport(peer.name, path, dryRun)
  const retryPolicy = shortRetries(deps, options.onWait)
  const sender = createItemSender({
    client,
    machine: options.machine,
    signal,
    retryPolicy,
    onAnswer: (result) => addAnswer(report, result),
    onRefused: ({ nativeId }, reason) => report.failed.push({ name: nativeId, reason }),
  })
  const reading = peer.read(file, path)
  const outgoing = createPacker({
    privacy: storage.privacy,
    judge: createKeptBack({ folders: reading.folders, home: options.surroundings.home }),
    findOriginal: createOriginals({ store: storage.store, surroundings: options.surroundings }),
    resolveProject: deps.resolveProject,
    path,
    report,
  })
  const take = async (item: Item): Promise<void> => {
    if (dryRun) pretend(report, item)
    else await sender.add(item)
  }
  try {
    await storage.privacy.refresh(client, importAsking(options, retryPolicy))
    await readAll(reading, { options, outgoing, take, report })
    if (!signal?.aborted) await sender.flush()
  } catch (error) {
    if (!signal?.aborted || !isAbort(error)) throw error
  }
  return { ...report, stopped: signal?.aborted === true }
}

type Reading = {
  options: Pick<PeerImportOptions, 'signal' | 'since' | 'onProgress'>
  outgoing: (session: PeerSession) => Promise<Item[]>
  take: (item: Item) => Promise<void>
  report: PeerImportReport
}

const readAll = async (
  { total, sessions }: PeerReading,
  { options, outgoing, take, report }: Reading,
): Promise<void> => {
  const { signal, since, onProgress } = options
  const progress = { sessionsTotal: total, sessionsDone: 0, records: 0 }
  for (const session of sessions) {
    if (signal?.aborted) return
    const items = isOlder(session, since) ? older(report) : await outgoing(session)
    for (const item of items) {
      await take(item)
      progress.records += item.observations + item.summaries
    }
    progress.sessionsDone++
    onProgress?.({ ...progress })
  }
}

const isOlder = ({ session }: PeerSession, since: string | undefined): boolean => {
  const last = session.ended_at ?? session.started_at
  return since !== undefined && last !== null && last < since
}

const older = (report: PeerImportReport): Item[] => {
  report.older++
  return []
}

type Packing = {
  privacy: Privacy
  /** For a session without a folder of its own. */
  judge: (found: PeerSession) => Judgement
  findOriginal: FindOriginal
  resolveProject: ResolveProject
  path: string
  report: PeerImportReport
}

const createPacker =
  ({ privacy, judge, findOriginal, resolveProject, path, report }: Packing) =>
  async (found: PeerSession): Promise<Item[]> => {
    const original = await findOriginal(found)
    const own = original === undefined ? found.session : joinedTo(found, original)
    // Where a session belongs is for its own tool to say, if all there is here is a name.
    const isGuess = original !== undefined && !isPlace(own)
    const project = isGuess ? null : await resolveProject(own.cwd)
    const judgement = isPlace(own) ? 'free' : judge(found)
    const allowed = judgement === 'kept' ? null : await allowedOf(own, project, privacy)
    if (allowed === null) {
      report.leftOut++
      return []
    }
    const { session } = allowed
    const redactor = privacy.redactor()
    const { items, redactions } = itemsOf({ session, project, records: found, redactor, path })
    report.sessions++
    report.redactions += redactions
    if (judgement === 'unknown') report.withoutFolder++
    if (original !== undefined) report.joined++
    return items
  }

const isPlace = ({ cwd }: PeerSession['session']): boolean => cwd !== null && isAbsolute(cwd)

/** A project known by its name alone has no folder whose patterns could be asked; those of the paths that calls name are. */
const allowedOf = (
  session: PeerSession['session'],
  project: IngestProject | null,
  privacy: Privacy,
): ReturnType<Privacy['allowed']> =>
  isPlace(session)
    ? privacy.allowed(session, project)
    : privacy.allowed({ ...session, cwd: null }, null)

/** The header only: a session without an end counts as an older copy, which takes nothing from what is known. */
const joinedTo = (
  { session }: PeerSession,
  { tool, nativeId }: { tool: string; nativeId: string },
): PeerSession['session'] => ({
  ...session,
  tool,
  native_id: nativeId,
  title: null,
  ended_at: null,
  messages: [],
  edits: [],
})

const pretend = (report: PeerImportReport, item: Item): void => {
  for (const kind of ['messages', 'observations', 'summaries'] as const)
    report[kind].inserted += item[kind]
}

const addAnswer = (report: PeerImportReport, answer: ImportResponse['sessions'][number]): void => {
  for (const kind of ['messages', 'observations', 'summaries'] as const) {
    const sum = report[kind]
    for (const what of ['inserted', 'updated', 'unchanged'] as const)
      sum[what] += answer[kind][what]
  }
  report.serverRedactions += answer.server_redactions
  report.partiallyStored.push(...partiallyStored(answer))
}

const noChange = (): ImportChange => ({ inserted: 0, updated: 0, unchanged: 0 })

const emptyReport = (peer: string, path: string, dryRun: boolean): PeerImportReport => ({
  peer,
  files: [path],
  sessions: 0,
  joined: 0,
  messages: noChange(),
  observations: noChange(),
  summaries: noChange(),
  redactions: 0,
  serverRedactions: 0,
  leftOut: 0,
  withoutFolder: 0,
  older: 0,
  failed: [],
  partiallyStored: [],
  tookMs: 0,
  dryRun,
  stopped: false,
})

export const importPeer: ImportPeer = makeImportPeer({
  ...realTimes,
  resolveProject: createProjectResolver(),
  now: () => new Date(),
})
