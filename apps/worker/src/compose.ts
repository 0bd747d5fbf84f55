import {
  createExtractiveDistiller,
  createSentenceVectors,
  makeCurate,
  makeCurateProject,
  makeDistilSession,
  makeDrawOutcomes,
  makeEmbedDocuments,
  makeIndexMemoryFileAnew,
  makeIndexSessionAnew,
  makeLinkCommits,
  makeLinkSession,
  makeMarkDistilFailed,
  makeRefreshLexemeStats,
} from '@teamlore/core'
import {
  analyseTables,
  createUnitOfWork,
  databaseMessage,
  type Engine,
  OUTBOX_CHANNEL,
  registerEmbeddingSpace,
} from '@teamlore/db'
import type { Embedder } from '@teamlore/models'
import type { JobHandlers } from '@teamlore/queue'
import { createCurateProjectHandler } from './handlers/curate-project.handler.ts'
import { createDistilSessionHandler } from './handlers/distil-session.handler.ts'
import { createEmbedDocumentsHandler } from './handlers/embed-documents.handler.ts'
import { createIndexMemoryFileHandler } from './handlers/index-memory-file.handler.ts'
import { createIndexMessagesHandler } from './handlers/index-messages.handler.ts'
import { createLinkCommitsHandler } from './handlers/link-commits.handler.ts'
import { createLinkSessionHandler } from './handlers/link-session.handler.ts'
import { createRefreshLexemeStatsHandler } from './handlers/refresh-lexeme-stats.handler.ts'

/** The one place that says what the worker is made of. */
export const composeWorker = (engine: Engine, embedder: Embedder | undefined) => {
  const unitOfWork = createUnitOfWork(engine)
  const embedDocuments =
    embedder &&
    makeEmbedDocuments({
      unitOfWork,
      embedder,
      registerSpace: once(() => registerEmbeddingSpace(engine, embedder.space)),
    })
  const handlers: JobHandlers = {
    'distil-session': createDistilSessionHandler(
      makeDistilSession({
        unitOfWork,
        distiller: createExtractiveDistiller({ vectors: createSentenceVectors(embedder) }),
      }),
    ),
    'curate-project': createCurateProjectHandler(makeCurateProject({ unitOfWork })),
    'embed-documents': createEmbedDocumentsHandler(embedDocuments),
    'index-memory-file': createIndexMemoryFileHandler(makeIndexMemoryFileAnew({ unitOfWork })),
    'index-messages': createIndexMessagesHandler(makeIndexSessionAnew({ unitOfWork })),
    'link-commits': createLinkCommitsHandler(
      makeLinkCommits({ unitOfWork }),
      makeDrawOutcomes({ unitOfWork, curate: makeCurate({ unitOfWork }) }),
    ),
    'link-session': createLinkSessionHandler(makeLinkSession({ unitOfWork })),
    'refresh-lexeme-stats': createRefreshLexemeStatsHandler(makeRefreshLexemeStats({ unitOfWork })),
  }
  return {
    unitOfWork,
    handlers,
    markDistilFailed: makeMarkDistilFailed({ unitOfWork }),
    analyseTables: (options: { signal: AbortSignal }) => analyseTables(engine, options),
    onOutbox: (wake: () => void) => engine.listen(OUTBOX_CHANNEL, wake),
    explain: databaseMessage,
  }
}

/** Tries until it succeeds, and then no more. */
const once = (work: () => Promise<void>): (() => Promise<void>) => {
  let isDone = false
  return async () => {
    if (isDone) return
    await work()
    isDone = true
  }
}
