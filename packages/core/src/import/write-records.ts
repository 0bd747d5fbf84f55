import type { NewObservation, NewSummary, StoredSession, TeamRepositories } from '@teamlore/db'
import type {
  ImportChange,
  ImportedObservation,
  ImportedSummary,
  MessageId,
  newId,
} from '@teamlore/shared'
import { normaliseConcept } from '../distil/wording/concepts.ts'
import { documentsOfObservation } from '../documents/documents-of-observation.ts'
import { documentsOfSummary } from '../documents/documents-of-summary.ts'
import { toStoredTime } from '../ingest/stored-time.ts'
import { topicOf } from '../statements/topic/index.ts'

type Records = { observations: ImportedObservation[]; summaries: ImportedSummary[] }
type Repositories = Pick<TeamRepositories, 'importedRecords' | 'messages' | 'documents'>
type Ids = Pick<typeof newId, 'observation' | 'summary' | 'document'>

export type RecordChanges = { observations: ImportChange; summaries: ImportChange }

/** Writes the records of one session, which the caller has locked, with their documents. */
export const writeRecords = async (
  repos: Repositories,
  session: StoredSession,
  records: Records,
  { ids, now }: Pick<Writing, 'ids' | 'now'>,
): Promise<RecordChanges> => {
  const observations = eachOnce(records.observations, ({ key }) => key)
  const summaries = eachOnce(records.summaries, (summary) => String(summary.prompt_number))
  const messageIds = await messageIdsOf(repos, session, [...observations, ...summaries])
  return {
    observations: await writeObservations(repos, session, observations, { messageIds, ids, now }),
    summaries: await writeSummaries(repos, session, summaries, { messageIds, ids, now }),
  }
}

/** The last of those that are the same record. */
const eachOnce = <T>(records: readonly T[], keyOf: (record: T) => string): T[] => [
  ...new Map(records.map((record) => [keyOf(record), record])).values(),
]

type Keyed = { prompt_key: string | null; message_key?: string | null }

const messageIdsOf = async (
  { messages }: Repositories,
  session: StoredSession,
  records: readonly Keyed[],
): Promise<Map<string, MessageId>> => {
  const keys = new Set<string>()
  for (const { prompt_key, message_key } of records)
    for (const key of [prompt_key, message_key]) if (typeof key === 'string') keys.add(key)
  if (keys.size === 0) return new Map()
  const marks = await messages.marks(session.id, [...keys])
  return new Map(marks.map(({ key, id }) => [key, id]))
}

type Writing = { messageIds: ReadonlyMap<string, MessageId>; ids: Ids; now: Date }

/** Apart from what rules find in the same session. */
const storedKey = (key: string): string => `import:${key}`

const writeObservations = async (
  { importedRecords, documents }: Repositories,
  session: StoredSession,
  observations: readonly ImportedObservation[],
  { messageIds, ids, now }: Writing,
): Promise<ImportChange> => {
  const known = await importedRecords.knownObservations(
    session.id,
    observations.map(({ key }) => storedKey(key)),
  )
  const rows = observations.map((sent): NewObservation => {
    const key = storedKey(sent.key)
    return {
      id: known.get(key) ?? ids.observation(),
      key,
      promptId: idAt(messageIds, sent.prompt_key),
      messageId: idAt(messageIds, sent.message_key),
      type: sent.type,
      purpose: 'finding',
      topic: topicOf({ statement: sent.title }),
      title: sent.title,
      subtitle: sent.subtitle,
      narrative: sent.narrative,
      facts: sent.facts,
      concepts: [...new Set(sent.concepts.map(conceptOf))],
      filesRead: sent.files_read,
      filesModified: sent.files_modified,
      origin: 'import',
      claim: null,
      confidence: null,
      occurredAt: timeOf(sent.occurred_at, now),
    }
  })
  const written = await importedRecords.writeObservations(session, rows)
  await documents.replace(
    rows.flatMap((row) => documentsOfObservation(session, row, { newDocumentId: ids.document })),
    { sources: rows.map(({ id }) => id) },
  )
  return changeOf(rows.length, rows.length - known.size, written)
}

const writeSummaries = async (
  { importedRecords, documents }: Repositories,
  session: StoredSession,
  summaries: readonly ImportedSummary[],
  { messageIds, ids, now }: Writing,
): Promise<ImportChange> => {
  if (summaries.length === 0) return changeOf(0, 0, 0)
  const standing = await importedRecords.standingSummaries(session.id)
  // One that a model wrote here is the better one, and stays.
  const ours = summaries.filter(({ prompt_number }) => !standing.get(prompt_number)?.isForeign)
  const rows = ours.map((sent): NewSummary => {
    const { prompt_number, prompt_key, next_steps, occurred_at, ...parts } = sent
    return {
      ...parts,
      id: standing.get(prompt_number)?.id ?? ids.summary(),
      promptNumber: prompt_number,
      promptId: idAt(messageIds, prompt_key),
      nextSteps: next_steps,
      occurredAt: timeOf(occurred_at, now),
    }
  })
  const fresh = ours.filter(({ prompt_number }) => !standing.get(prompt_number)?.isImported)
  const written = await importedRecords.writeSummaries(session, rows)
  await documents.replace(
    rows.flatMap((row) =>
      documentsOfSummary(session, { ...row, origin: 'import' }, { newDocumentId: ids.document }),
    ),
    { sources: rows.map(({ id }) => id) },
  )
  return changeOf(summaries.length, fresh.length, written)
}

const idAt = (ids: ReadonlyMap<string, MessageId>, key: string | null): MessageId | null =>
  (key === null ? undefined : ids.get(key)) ?? null

const timeOf = (time: string | null, now: Date): Date | null => {
  const stored = toStoredTime(time, now)
  return stored === null ? null : new Date(stored)
}

/** In the spelling that filters look for; one that is nothing but signs stays as it is. */
const conceptOf = (concept: string): string => normaliseConcept(concept) || concept

const changeOf = (sent: number, inserted: number, written: number): ImportChange => ({
  inserted,
  updated: written - inserted,
  unchanged: sent - written,
})
