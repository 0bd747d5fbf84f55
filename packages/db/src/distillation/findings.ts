import type { Origin, SessionId } from '@teamlore/shared'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { observationsTable, summariesTable } from '../observations/table.ts'
import type { NewObservation, NewSummary } from './records.ts'

export type StoredSummary = NewSummary & { origin: Origin }

const OBSERVATION = {
  id: observationsTable.id,
  key: observationsTable.key,
  promptId: observationsTable.promptId,
  messageId: observationsTable.messageId,
  type: observationsTable.type,
  purpose: observationsTable.purpose,
  topic: observationsTable.topic,
  title: observationsTable.title,
  subtitle: observationsTable.subtitle,
  narrative: observationsTable.narrative,
  facts: observationsTable.facts,
  concepts: observationsTable.concepts,
  filesRead: observationsTable.filesRead,
  filesModified: observationsTable.filesModified,
  origin: observationsTable.origin,
  claim: observationsTable.claim,
  confidence: observationsTable.confidence,
  occurredAt: observationsTable.occurredAt,
}

const SUMMARY = {
  id: summariesTable.id,
  promptId: summariesTable.promptId,
  promptNumber: summariesTable.promptNumber,
  request: summariesTable.request,
  investigated: summariesTable.investigated,
  learned: summariesTable.learned,
  completed: summariesTable.completed,
  nextSteps: summariesTable.nextSteps,
  notes: summariesTable.notes,
  origin: sql<Origin>`case ${summariesTable.distiller} when 'import' then 'import' else 'agent' end`,
  occurredAt: summariesTable.occurredAt,
}

/** What was found in a session, whoever found it, and stands. */
export const createFindingRepository = (tx: DbExecutor, { teamId }: DbScope) => {
  return {
    observationsOf(sessionId: SessionId): Promise<NewObservation[]> {
      return tx
        .select(OBSERVATION)
        .from(observationsTable)
        .where(
          and(
            eq(observationsTable.teamId, teamId),
            eq(observationsTable.sessionId, sessionId),
            isNull(observationsTable.supersededAt),
          ),
        )
        .orderBy(observationsTable.id)
    },

    summariesOf(sessionId: SessionId): Promise<StoredSummary[]> {
      return tx
        .select(SUMMARY)
        .from(summariesTable)
        .where(
          and(
            eq(summariesTable.teamId, teamId),
            eq(summariesTable.sessionId, sessionId),
            isNull(summariesTable.supersededAt),
          ),
        )
        .orderBy(summariesTable.id)
    },
  }
}
