import {
  createExtractiveDistiller,
  createSentenceVectors,
  makeCurate,
  makeCurateProject,
  makeDistilSession,
  makeEmbedDocuments,
  makeMarkDistilFailed,
  makeNoteChanges,
  makeRefreshLexemeStats,
  makeReindexMemoryFile,
  makeReindexSession,
} from '@teamlore/core'
import { makeProposeRelationships } from '@teamlore/core/book-proposals'
import { makeDistilByModel } from '@teamlore/core/distil-by-model'
import { makePurgeDeletion } from '@teamlore/core/forgetting'
import { makeDistilByAgent } from '@teamlore/core/handover'
import { makeCompareHoldout } from '@teamlore/core/holdout'
import { makeAskAfterLinking } from '@teamlore/core/integrations'
import { makeJudgeDependants, makeJudgeMemories } from '@teamlore/core/judging'
import { makeLinkCommits, makeLinkSession } from '@teamlore/core/linking'
import { makeWriteQuestions } from '@teamlore/core/memory-questions'
import { makeWithdrawUnreviewed, makeWriteTopics } from '@teamlore/core/memory-upkeep'
import { makeDrawFromSession, makeDrawOutcomes } from '@teamlore/core/outcomes'
import { makeReadByModel } from '@teamlore/core/reader'
import { makeApplyRetention } from '@teamlore/core/retention'
import { makeSealAudit } from '@teamlore/core/teams'
import { makeAskModel } from '@teamlore/core/usage'
import {
  analyseTables,
  createUnitOfWork,
  databaseMessage,
  type Engine,
  OUTBOX_CHANNEL,
  registerEmbeddingSpace,
} from '@teamlore/db'
import {
  costMicros,
  createLanguageModel,
  type Embedder,
  type LanguageModel,
  type LanguageSettings,
} from '@teamlore/models'
import type { JobHandlers } from '@teamlore/queue'
import { type HostOptions, hostHandlers, NO_HOSTS, socketsToSlack } from './compose-hosts.ts'
import type { GiveWay } from './giving-way.ts'
import { createApplyRetentionHandler } from './handlers/apply-retention.handler.ts'
import { createCompareHoldoutHandler } from './handlers/compare-holdout.handler.ts'
import { createCurateProjectHandler } from './handlers/curate-project.handler.ts'
import { createDistilByModelHandler } from './handlers/distil-by-model.handler.ts'
import { createDistilSessionHandler } from './handlers/distil-session.handler.ts'
import { createEmbedDocumentsHandler } from './handlers/embed-documents.handler.ts'
import { createIndexMemoryFileHandler } from './handlers/index-memory-file.handler.ts'
import { createIndexMessagesHandler } from './handlers/index-messages.handler.ts'
import { createJudgeMemoriesHandler } from './handlers/judge-memories.handler.ts'
import { createLinkCommitsHandler } from './handlers/link-commits.handler.ts'
import { createLinkSessionHandler } from './handlers/link-session.handler.ts'
import { createProposeRelationshipsHandler } from './handlers/propose-relationships.handler.ts'
import { createPurgeDeletionHandler } from './handlers/purge-deletion.handler.ts'
import { createRefreshLexemeStatsHandler } from './handlers/refresh-lexeme-stats.handler.ts'
import { createSealAuditHandler } from './handlers/seal-audit.handler.ts'
import { createWithdrawUnreviewedHandler } from './handlers/withdraw-unreviewed.handler.ts'
import { createWriteQuestionsHandler } from './handlers/write-questions.handler.ts'
import { createWriteTopicsHandler } from './handlers/write-topics.handler.ts'

/** Undefined where sessions are distilled by rules alone. */
export type LanguageOptions = {
  model: LanguageModel
  caps: { dailyUsd: number; dailyTokens: number }
  idleMinutes: number
  minPrompts: number
}

/** The language model of a process, from its settings; asks nothing yet. */
export const openLanguage = ({
  model,
  dailyUsd,
  dailyTokens,
  idleMinutes,
  minPrompts,
}: LanguageSettings): LanguageOptions | undefined =>
  model && {
    model: createLanguageModel(model),
    caps: { dailyUsd, dailyTokens },
    idleMinutes,
    minPrompts,
  }

type WorkBounds = {
  giveWay?: GiveWay | undefined
  /** Hosts of the internet alone, and no keys, by default. */
  hosts?: HostOptions | undefined
  /** What each statement of a job may take, on PostgreSQL; as long as it wants by default. */
  statementTimeoutMs?: number
}

/** The one place that says what the worker is made of. */
export const composeWorker = (
  engine: Engine,
  embedder: Embedder | undefined,
  language?: LanguageOptions,
  { giveWay, statementTimeoutMs, hosts = NO_HOSTS }: WorkBounds = {},
) => {
  const unitOfWork = createUnitOfWork(engine, { statementTimeoutMs })
  /** The same for a part of the worker that is no job, by its name. */
  const unitOfWorkOf = (part: string) =>
    createUnitOfWork(
      {
        kind: engine.kind,
        db: engine.db,
        transaction: (work, opening) => engine.named(part, () => engine.transaction(work, opening)),
      },
      { statementTimeoutMs },
    )
  const embedDocuments =
    embedder &&
    makeEmbedDocuments({
      unitOfWork,
      embedder,
      registerSpace: once(() => registerEmbeddingSpace(engine, embedder.space)),
    })
  const drawFromSession = makeDrawFromSession({ unitOfWork })
  const handlers: JobHandlers = {
    'distil-session': createDistilSessionHandler(
      makeDistilSession({
        unitOfWork,
        distiller: createExtractiveDistiller({ vectors: createSentenceVectors(embedder) }),
      }),
      makeDistilByAgent({ unitOfWork }),
    ),
    'curate-project': createCurateProjectHandler(
      makeCurateProject({
        unitOfWork,
        noteChanges: makeNoteChanges({ unitOfWork, space: embedder?.space }),
        drawFromSession,
      }),
    ),
    'distil-by-model': createDistilByModelHandler(language && distilByModel(unitOfWork, language)),
    'embed-documents': createEmbedDocumentsHandler(embedDocuments),
    'index-memory-file': createIndexMemoryFileHandler(makeReindexMemoryFile({ unitOfWork })),
    'index-messages': createIndexMessagesHandler(makeReindexSession({ unitOfWork })),
    'judge-memories': createJudgeMemoriesHandler(
      language && judgingBy({ unitOfWork, askModel: askBy(unitOfWork, language) }),
    ),
    'write-questions': createWriteQuestionsHandler(
      language && makeWriteQuestions({ unitOfWork, askModel: askBy(unitOfWork, language) }),
    ),
    'write-topics': createWriteTopicsHandler(makeWriteTopics({ unitOfWork })),
    ...linkingHandlers(unitOfWork, giveWay, drawFromSession),
    'propose-relationships': createProposeRelationshipsHandler(
      makeProposeRelationships({
        unitOfWork,
        askModel: language && askBy(unitOfWork, language),
      }),
    ),
    ...removingHandlers(unitOfWork, language),
    'compare-holdout': createCompareHoldoutHandler(makeCompareHoldout({ unitOfWork })),
    ...hostHandlers(unitOfWork, { hosts, embedder }),
    'seal-audit': createSealAuditHandler(makeSealAudit({ unitOfWork })),
    'refresh-lexeme-stats': createRefreshLexemeStatsHandler(makeRefreshLexemeStats({ unitOfWork })),
  }
  return {
    unitOfWorkOf,
    handlers: namedHandlers(handlers, engine),
    socketsToSlack: (options: Parameters<typeof socketsToSlack>[2]) =>
      socketsToSlack(unitOfWorkOf('slack-sockets'), hosts, options),
    markDistilFailed: makeMarkDistilFailed({ unitOfWork: unitOfWorkOf('health-report') }),
    analyseTables: (options: { signal: AbortSignal }) =>
      engine.named('analyse-tables', () => analyseTables(engine, options)),
    onOutbox: (wake: () => void) => engine.listen(OUTBOX_CHANNEL, wake),
    explain: databaseMessage,
  }
}

/** What links commits to sessions, and what follows from that. */
const linkingHandlers = (
  unitOfWork: ReturnType<typeof createUnitOfWork>,
  giveWay: GiveWay | undefined,
  drawFromSession: ReturnType<typeof makeDrawFromSession>,
): Pick<JobHandlers, 'link-commits' | 'link-session'> => ({
  'link-commits': createLinkCommitsHandler(
    makeLinkCommits({ unitOfWork, giveWay }),
    makeDrawOutcomes({ unitOfWork, curate: makeCurate({ unitOfWork }) }),
    makeAskAfterLinking({ unitOfWork }),
  ),
  'link-session': createLinkSessionHandler(makeLinkSession({ unitOfWork }), drawFromSession),
})

/** What takes out what was forgotten, kept for long enough, or confirmed by nobody. */
const removingHandlers = (
  unitOfWork: ReturnType<typeof createUnitOfWork>,
  language: LanguageOptions | undefined,
): Pick<JobHandlers, 'purge-deletion' | 'apply-retention' | 'withdraw-unreviewed'> => ({
  'withdraw-unreviewed': createWithdrawUnreviewedHandler(makeWithdrawUnreviewed({ unitOfWork })),
  'purge-deletion': createPurgeDeletionHandler(makePurgeDeletion({ unitOfWork })),
  'apply-retention': createApplyRetentionHandler(
    makeApplyRetention({ unitOfWork, hasModel: language !== undefined }),
  ),
})

/** Who asks the database is a job, by its name. */
const namedHandlers = (handlers: JobHandlers, { named }: Pick<Engine, 'named'>): JobHandlers =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      (payload: never, context: never) => named(name, () => handle(payload, context)),
    ]),
  ) as JobHandlers

const distilByModel = (
  unitOfWork: ReturnType<typeof createUnitOfWork>,
  language: LanguageOptions,
) => {
  const asking = { unitOfWork, askModel: askBy(unitOfWork, language) }
  return {
    read: makeReadByModel(asking),
    distil: makeDistilByModel(asking),
    minPrompts: language.minPrompts,
  }
}

const askBy = (unitOfWork: ReturnType<typeof createUnitOfWork>, { model, caps }: LanguageOptions) =>
  makeAskModel({ unitOfWork, model, caps, price: (usage) => costMicros(model, usage) })

const judgingBy = (deps: Parameters<typeof makeJudgeMemories>[0]) => ({
  memories: makeJudgeMemories(deps),
  dependants: makeJudgeDependants(deps),
})

/** Tries until it succeeds, and then no more. */
const once = (work: () => Promise<void>): (() => Promise<void>) => {
  let isDone = false
  return async () => {
    if (isDone) return
    await work()
    isDone = true
  }
}
