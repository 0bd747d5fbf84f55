import {
  type Clock,
  makeAuthenticate,
  makeCompleteQuery,
  makeCreateApiKey,
  makeCreateSignInLink,
  makeEnsureFirstTeam,
  makeGetCapture,
  makeGetContext,
  makeGetJobHealth,
  makeGetMe,
  makeGetMemoryFile,
  makeGetMessage,
  makeGetObservation,
  makeGetProject,
  makeGetRecords,
  makeGetRedactionRules,
  makeGetSession,
  makeGetStats,
  makeGetSummary,
  makeGetTimeline,
  makeImportTranscript,
  makeIngest,
  makeListApiKeys,
  makeListConcepts,
  makeListMachines,
  makeListMemoryFiles,
  makeListMessages,
  makeListObservations,
  makeListProjects,
  makeListPrompts,
  makeListSessions,
  makeListSummaries,
  makeRegisterMachine,
  makeRenameMe,
  makeReportCapture,
  makeReportMemoryFiles,
  makeRetryDeadJob,
  makeRevokeApiKey,
  makeSearch,
  makeSearchAsOf,
  makeSearchSessions,
  makeSetRedactionRules,
  makeSignIn,
  makeSignOut,
  makeSwitchTeam,
  openSessions,
  type SendMail,
  type SignedIn,
  systemClock,
  type TranscriptReader,
  transcriptReaderMissing,
} from '@teamlore/core'
import { makeClaimApiKey } from '@teamlore/core/teams'
import { makeGetUsage, makeSetUsageSettings, type ServerModel } from '@teamlore/core/usage'
import { createUnitOfWork, type Engine, LIVE_CHANNEL, pendingMigrations } from '@teamlore/db'
import type { Embedder } from '@teamlore/models'
import type { FastifyBaseLogger } from 'fastify'
import { bookUseCases } from './book-use-cases.ts'
import { codeUseCases } from './code-use-cases.ts'
import { commitUseCases } from './compose-commits.ts'
import { describeError } from './errors/describe-error.ts'
import { createLiveHub, type LiveHub } from './live/live-hub.ts'
import { memoryUseCases } from './memory-use-cases.ts'
import { peopleUseCases } from './people-use-cases.ts'
import { recordUseCases } from './record-use-cases.ts'
import { answeredInTime, heldLoop } from './responsiveness.ts'
import { scimUseCases } from './scim/scim-use-cases.ts'
import type { SignInConfig } from './sign-in/sign-in-env.ts'
import { LINKS_ALONE, signInUseCases } from './sign-in/sign-in-use-cases.ts'
import { VERSION } from './version.ts'

type Parts = {
  engine: Engine
  /** The same, for what machines send; `engine` unless told. */
  machines?: Engine | undefined
  /** Undefined: search by words alone. */
  embedder: Embedder | undefined
  /** Read questions while the vectors of `embedder` are not complete. */
  earlierEmbedders?: readonly Embedder[] | undefined
  /** Address people use, for sign-in links. */
  publicUrl: string
  /** Where people sign in, and for how long; by links and keys alone unless told. */
  signIn?: SignInConfig | undefined
  log?: FastifyBaseLogger | undefined
  now?: Clock | undefined
  /** A machine that said nothing for so long is asked after. */
  captureSilentHours?: number | undefined
  /** The language model that workers ask, and its caps; none unless told. */
  language?: ServerModel | undefined
  /** Sends invitations; without it their links are handed on by whoever makes them. */
  sendMail?: SendMail | undefined
  /** Reads files that people hand in; without it they are told that this server cannot. */
  readTranscript?: TranscriptReader | undefined
}

const NO_LANGUAGE: ServerModel = { model: null, setup: null, caps: { dailyUsd: 0, dailyTokens: 0 } }

const noReader: TranscriptReader = () => Promise.reject(transcriptReaderMissing())

export type ComposedApi = {
  useCases: UseCases
  /** For the launcher, before the first request: see to it that somebody can come in. */
  ensureFirstTeam: ReturnType<typeof makeEnsureFirstTeam>
  /** Stops listening to the database; what was handed in is closed by who opened it. */
  close: () => Promise<void>
}

/** The one place that says what the API is made of. The engine must have been migrated. */
export const composeApi = async (parts: Parts): Promise<ComposedApi> => {
  const { engine, log } = parts
  const hub = createLiveHub({
    onBadPayload: () => log?.warn({ channel: LIVE_CHANNEL }, 'a live event could not be read'),
  })
  const unlisten = await engine.listen(LIVE_CHANNEL, hub.publish)
  const now = parts.now ?? systemClock
  const unitOfWork = createUnitOfWork(engine)
  const useCases = useCasesOf({
    ...parts,
    unitOfWork,
    now,
    machines: parts.machines ? createUnitOfWork(parts.machines) : unitOfWork,
  })
  return {
    useCases: {
      ...namedUseCases(useCases, engine),
      live: hub,
      checkReadiness: readinessOf(engine, log),
    },
    ensureFirstTeam: makeEnsureFirstTeam({ unitOfWork, now }),
    close: unlisten,
  }
}

/** Who asks the database is a use case, by its name. */
const namedUseCases = <T extends Record<string, unknown>>(
  useCases: T,
  { named }: Pick<Engine, 'named'>,
): T =>
  Object.fromEntries(
    Object.entries(useCases).map(([name, useCase]) => [
      name,
      typeof useCase === 'function'
        ? (...words: unknown[]) => named(name, () => useCase(...words))
        : useCase,
    ]),
  ) as T

type Deps = { unitOfWork: ReturnType<typeof createUnitOfWork>; now: Clock }

/** Everything that is done for somebody who asks, by another name for each. The doors of the API decide nothing. */
const useCasesOf = (parts: Omit<Parts, 'machines'> & Deps & { machines: Deps['unitOfWork'] }) => {
  const { unitOfWork, machines, now, publicUrl, captureSilentHours, signIn = LINKS_ALONE } = parts
  const { language = NO_LANGUAGE } = parts
  const registerMachine = makeRegisterMachine({ unitOfWork, now })
  // What machines send by the thousand goes behind what people wait for.
  const isShared = parts.engine.kind === 'embedded'
  const ingest = makeIngest({ unitOfWork: machines, now, isShared })
  return {
    ...peopleUseCases({
      unitOfWork,
      now,
      publicUrl,
      sendMail: parts.sendMail,
      life: signIn.life,
    }),
    ...accessUseCases({ unitOfWork, now, publicUrl, signIn }),
    ...signInUseCases({ unitOfWork, now, publicUrl, signIn, registerMachine, log: parts.log }),
    ...scimUseCases({ unitOfWork, now, publicUrl, groupRoles: signIn.groupRoles }),
    ...readingUseCases({ unitOfWork }),
    ...searchUseCases(parts),
    ...bookUseCases(parts),
    ...commitUseCases({ unitOfWork, machines, now }),
    ...memoryUseCases({ unitOfWork, now }),
    ...codeUseCases({ unitOfWork, machines, now }),
    ingest,
    ...recordUseCases({ unitOfWork: machines, ingest, now }),
    importTranscript: makeImportTranscript({
      unitOfWork: machines,
      ingest,
      read: parts.readTranscript ?? noReader,
      serverVersion: VERSION,
    }),
    getRedactionRules: makeGetRedactionRules({ unitOfWork }),
    setRedactionRules: makeSetRedactionRules({ unitOfWork, now }),
    getUsage: makeGetUsage({ unitOfWork, server: language }),
    setUsageSettings: makeSetUsageSettings({ unitOfWork, server: language }),
    reportCapture: makeReportCapture({ unitOfWork: machines, now }),
    reportMemoryFiles: makeReportMemoryFiles({ unitOfWork: machines, now }),
    getCapture: makeGetCapture({
      unitOfWork,
      now,
      serverVersion: VERSION,
      ...(captureSilentHours === undefined ? {} : { silentHours: captureSilentHours }),
    }),
    registerMachine,
    getJobHealth: makeGetJobHealth({ unitOfWork }),
    retryDeadJob: makeRetryDeadJob({ unitOfWork }),
  }
}

/** What the doors may ask for: what is composed here, so that no use case is listed a second time. */
export type UseCases = Omit<ReturnType<typeof useCasesOf>, 'signIn'> & {
  signIn: (input: {
    token: string
    agent?: string
  }) => Promise<Pick<SignedIn, 'browserToken' | 'expiresAt'>>
  live: Pick<LiveHub, 'subscribe'>
  /** Whether requests can be served now, with a sentence when they cannot. */
  checkReadiness: () => Promise<{ ready: boolean; reason: string | null }>
}

const accessUseCases = ({
  unitOfWork,
  now,
  publicUrl,
  signIn: { life },
}: Deps & { publicUrl: string; signIn: SignInConfig }) => ({
  authenticate: makeAuthenticate({ unitOfWork, now, life }),
  signIn: makeSignIn({ unitOfWork, now, life }),
  signOut: makeSignOut({ unitOfWork }),
  createSignInLink: makeCreateSignInLink({ unitOfWork, publicUrl, now }),
  createApiKey: makeCreateApiKey({ unitOfWork, now }),
  listApiKeys: makeListApiKeys({ unitOfWork }),
  revokeApiKey: makeRevokeApiKey({ unitOfWork, now }),
  claimApiKey: makeClaimApiKey({ unitOfWork }),
  renameMe: makeRenameMe({ unitOfWork }),
  switchTeam: makeSwitchTeam({ unitOfWork }),
})

const readingUseCases = ({ unitOfWork }: Pick<Deps, 'unitOfWork'>) => ({
  listSessions: makeListSessions({ unitOfWork }),
  getSession: makeGetSession({ unitOfWork }),
  listMessages: makeListMessages({ unitOfWork }),
  getMessage: makeGetMessage({ unitOfWork }),
  listPrompts: makeListPrompts({ unitOfWork }),
  listObservations: makeListObservations({ unitOfWork }),
  getObservation: makeGetObservation({ unitOfWork }),
  listSummaries: makeListSummaries({ unitOfWork }),
  getSummary: makeGetSummary({ unitOfWork }),
  listMemoryFiles: makeListMemoryFiles({ unitOfWork }),
  getMemoryFile: makeGetMemoryFile({ unitOfWork }),
  listProjects: makeListProjects({ unitOfWork }),
  getProject: makeGetProject({ unitOfWork }),
  listMachines: makeListMachines({ unitOfWork }),
  getMe: makeGetMe({ unitOfWork }),
  getStats: makeGetStats({ unitOfWork }),
})

const searchUseCases = ({
  unitOfWork,
  now,
  embedder,
  earlierEmbedders = [],
}: Deps & Pick<Parts, 'embedder' | 'earlierEmbedders'>) => {
  const search = makeSearchAsOf({
    unitOfWork,
    search: makeSearch({ unitOfWork, embedder, earlierEmbedders, now }),
    now,
  })
  return {
    search,
    getRecords: makeGetRecords({ unitOfWork, now }),
    getContext: makeGetContext({ unitOfWork, search, now }),
    getTimeline: makeGetTimeline({ unitOfWork, search, now }),
    searchSessions: makeSearchSessions({ unitOfWork, search, openSessions, now }),
    completeQuery: makeCompleteQuery({ unitOfWork, now }),
    listConcepts: makeListConcepts({ unitOfWork }),
  }
}

/** Ready means: the database answers, and is as new as this version needs. */
const readinessOf = (
  engine: Engine,
  log: FastifyBaseLogger | undefined,
): UseCases['checkReadiness'] => {
  let asked: Promise<string[]> | undefined
  return async () => {
    try {
      const held = heldLoop()
      if (held !== null) return { ready: false, reason: held }
      // One question at a time: a database that hangs is not asked anew by every monitor.
      asked ??= pendingMigrations(engine.db).finally(() => {
        asked = undefined
      })
      const pending = await answeredInTime(asked)
      if (pending === undefined)
        return {
          ready: false,
          reason:
            'The database has not answered for 1.5 seconds; it is busy or hangs. It is asked again at the next request.',
        }
      if (pending.length === 0) return { ready: true, reason: null }
      const migrations = pending.length === 1 ? '1 migration' : `${pending.length} migrations`
      return {
        ready: false,
        reason: `The database lacks ${migrations} of this version; they are applied when a server of this version starts.`,
      }
    } catch (error) {
      log?.warn({ failure: describeError(error) }, 'the database cannot be reached')
      return { ready: false, reason: 'The database cannot be reached. Check that it is running.' }
    }
  }
}
