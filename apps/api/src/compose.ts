import {
  type Clock,
  makeEnsureFirstTeam,
  makeOpenBooks,
  type SendMail,
  systemClock,
  type TranscriptReader,
} from '@teamlore/core'
import { type AskModel, makeAskModel, type ServerModel } from '@teamlore/core/usage'
import {
  analyseBooks,
  createUnitOfWork,
  type Engine,
  LIVE_CHANNEL,
  pendingMigrations,
} from '@teamlore/db'
import { createHosts, createSlack } from '@teamlore/hosts'
import { costMicros, type Embedder, type LanguageModel } from '@teamlore/models'
import type { OutboundFetch } from '@teamlore/shared/outbound'
import type { FastifyBaseLogger } from 'fastify'
import type { CommonConfig } from './env.ts'
import { type AccessUseCases, accessUseCases } from './modules/access/access.use-cases.ts'
import { agentsMdUseCases } from './modules/agents-md/agents-md.use-cases.ts'
import { blameUseCases } from './modules/blame/blame.use-cases.ts'
import { bookUseCases } from './modules/books/books.use-cases.ts'
import { captureUseCases } from './modules/capture/capture.use-cases.ts'
import { codeUseCases } from './modules/code/code.use-cases.ts'
import { commitUseCases } from './modules/commits/commits.use-cases.ts'
import { digestUseCases } from './modules/digest/digest.use-cases.ts'
import { distilLeaseUseCases } from './modules/distil-leases/distil-leases.use-cases.ts'
import { createLiveHub, type LiveHub } from './modules/events/live-hub.ts'
import { forgettingUseCases } from './modules/forgetting/forgetting.use-cases.ts'
import { resourceOf } from './modules/grants/addresses.ts'
import { grantUseCases } from './modules/grants/grants.use-cases.ts'
import { holdoutUseCases } from './modules/holdout/holdout.use-cases.ts'
import { homeUseCases } from './modules/home/home.use-cases.ts'
import { ingestUseCases } from './modules/ingest/ingest.use-cases.ts'
import { insightUseCases } from './modules/insights/insights.use-cases.ts'
import { integrationUseCases } from './modules/integrations/integrations.use-cases.ts'
import { linkUseCases } from './modules/links/links.use-cases.ts'
import { machineUseCases } from './modules/machines/machines.use-cases.ts'
import { meUseCases } from './modules/me/me.use-cases.ts'
import { memoryUseCases } from './modules/memories/memories.use-cases.ts'
import { memoryFileUseCases } from './modules/memory-files/memory-files.use-cases.ts'
import { observationUseCases } from './modules/observations/observations.use-cases.ts'
import { onboardingUseCases } from './modules/onboarding/onboarding.use-cases.ts'
import { operationUseCases } from './modules/operations/operations.use-cases.ts'
import { type CheckReadiness, makeCheckReadiness } from './modules/operations/readiness.ts'
import { projectUseCases } from './modules/projects/projects.use-cases.ts'
import { provisioningUseCases } from './modules/provisioning/provisioning.use-cases.ts'
import { redactionUseCases } from './modules/redaction/redaction.use-cases.ts'
import { retentionUseCases } from './modules/retention/retention.use-cases.ts'
import { searchUseCases } from './modules/search/search.use-cases.ts'
import { sessionUseCases } from './modules/sessions/sessions.use-cases.ts'
import { LINKS_ALONE, signInUseCases } from './modules/sign-in/sign-in.use-cases.ts'
import type { SignInConfig } from './modules/sign-in/sign-in-env.ts'
import { slackUseCases } from './modules/slack/slack.use-cases.ts'
import { staleUseCases } from './modules/stale/stale.use-cases.ts'
import { summaryUseCases } from './modules/summaries/summaries.use-cases.ts'
import { teamUseCases } from './modules/team/team.use-cases.ts'
import { transcriptUseCases } from './modules/transcripts/transcripts.use-cases.ts'
import { usageUseCases } from './modules/usage/usage.use-cases.ts'
import { webhookUseCases } from './modules/webhooks/webhooks.use-cases.ts'
import type { Collaborators } from './platform/collaborators.ts'

/** What a process hands over of its configuration as it is. */
type Configured = Partial<Omit<CommonConfig, 'publicUrl' | 'signIn' | 'language'>>

/** What use cases are made of beside their collaborators; each module says what it does without an optional one. */
type Settings = Configured & {
  /** Undefined: search by words alone. */
  embedder: Embedder | undefined
  /** Read questions while the vectors of `embedder` are not complete. */
  earlierEmbedders?: readonly Embedder[] | undefined
  /** Address people use, for sign-in links. */
  publicUrl: string
  language?: ServerModel | undefined
  /** Says which hits of a search answer, where that is asked for; undefined: nobody does. */
  languageModel?: LanguageModel | undefined
  sendMail?: SendMail | undefined
  readTranscript?: TranscriptReader | undefined
  /** How documents of MCP clients are fetched; past the guard of outbound addresses by default. */
  fetchDocument?: OutboundFetch | undefined
  log?: FastifyBaseLogger | undefined
}

type Parts = Settings & {
  engine: Engine
  /** The same, for what machines send; `engine` by default. */
  machines?: Engine | undefined
  /** Where people sign in, and for how long; by links and keys alone by default. */
  signIn?: SignInConfig | undefined
  now?: Clock | undefined
}

export type ComposedApi = {
  useCases: UseCases
  /** For the launcher, before the first request: see to it that somebody can come in. */
  ensureFirstTeam: ReturnType<typeof makeEnsureFirstTeam>
  /** Stops listening to the database; what was handed in is closed by who opened it. */
  close: () => Promise<void>
}

/** The one place that says what the API is made of. The engine must have been migrated. */
export const composeApi = async ({
  engine,
  machines,
  now = systemClock,
  signIn = LINKS_ALONE,
  ...settings
}: Parts): Promise<ComposedApi> => {
  const { log } = settings
  const hub = createLiveHub({
    onBadPayload: () => log?.warn({ channel: LIVE_CHANNEL }, 'a live event could not be read'),
  })
  const unlisten = await engine.listen(LIVE_CHANNEL, hub.publish)
  const unitOfWork = createUnitOfWork(engine)
  const useCases = useCasesOf({
    ...settings,
    signIn,
    unitOfWork,
    // What machines send by the thousand goes behind what people wait for.
    machines: machines ? createUnitOfWork(machines) : unitOfWork,
    now,
    isShared: engine.kind === 'embedded',
    analyseBooks: () => analyseBooks(engine),
  })
  return {
    useCases: {
      ...namedUseCases(useCases, engine),
      live: hub,
      checkReadiness: makeCheckReadiness({
        pendingMigrations: () => pendingMigrations(engine.db),
        log,
      }),
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

type Composed = Settings &
  Collaborators & {
    signIn: SignInConfig
    isShared: boolean
    analyseBooks: () => Promise<unknown>
  }

/** Everything that is done for somebody who asks, by another name for each. Routes and tools decide nothing. */
const useCasesOf = (given: Composed) => {
  const { life, groupRoles } = given.signIn
  const { ingest, importRecords } = ingestUseCases(given)
  const machines = machineUseCases(given)
  const { registerMachine } = machines
  const askModel = askModelOf(given)
  const capture = captureUseCases(given)
  const { getCapture } = capture
  const parts = {
    ...given,
    life,
    groupRoles,
    ingest,
    importRecords,
    registerMachine,
    askModel,
    getCapture,
    openBooks: makeOpenBooks({ unitOfWork: given.unitOfWork }),
  }
  const signIn = signInUseCases({ ...parts, resource: resourceOf(given.publicUrl) })
  return {
    ...machines,
    ingest,
    importRecords,
    ...accessUseCases(parts),
    ...agentsMdUseCases(parts),
    ...blameUseCases(parts),
    ...bookUseCases(parts),
    ...capture,
    ...codeUseCases(parts),
    ...commitUseCases(parts),
    ...distilLeaseUseCases(parts),
    ...digestUseCases({ ...parts, canSendMail: parts.sendMail !== undefined }),
    ...holdoutUseCases(parts),
    ...homeUseCases(parts),
    ...grantUseCases({ ...parts, redeemAssertion: signIn.redeemAssertion }),
    ...forgettingUseCases(parts),
    ...insightUseCases(parts),
    ...integrationUseCases({ ...parts, hosts: createHosts(given.signIn) }),
    ...webhookUseCases(parts),
    ...slackUseCases({ ...parts, slack: createSlack(given.signIn) }),
    ...onboardingUseCases(parts),
    ...linkUseCases(parts),
    ...meUseCases(parts),
    ...memoryFileUseCases(parts),
    ...memoryUseCases(parts),
    ...observationUseCases(parts),
    ...operationUseCases(parts),
    ...projectUseCases(parts),
    ...provisioningUseCases(parts),
    ...redactionUseCases(parts),
    ...retentionUseCases(parts),
    ...searchUseCases(parts),
    ...sessionUseCases(parts),
    ...signIn,
    ...staleUseCases(parts),
    ...summaryUseCases(parts),
    ...teamUseCases(parts),
    ...transcriptUseCases(parts),
    ...usageUseCases(parts),
  }
}

/** For questions that a person waits for; background work asks from the worker. */
const askModelOf = ({
  unitOfWork,
  language,
  languageModel: model,
}: Pick<Composed, 'unitOfWork' | 'language' | 'languageModel'>): AskModel | undefined =>
  model &&
  language &&
  makeAskModel({
    unitOfWork,
    model,
    caps: language.caps,
    price: (usage) => costMicros(model, usage),
  })

/** What routes and tools may ask for: what is composed here, so that no use case is listed a second time. */
export type UseCases = Omit<ReturnType<typeof useCasesOf>, 'signIn'> &
  Pick<AccessUseCases, 'signIn'> & {
    live: Pick<LiveHub, 'subscribe'>
    checkReadiness: CheckReadiness
  }
