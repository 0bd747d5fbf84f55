import type { MemoryVersionRow } from '@teamlore/db'
import { isServed } from '@teamlore/shared/memory-kinds'
import { documentsOfMemory, type FormerStatement } from '../documents/documents-of-memory.ts'
import type { MemoryRepositories, Writing } from './writing.types.ts'

/** Writes the documents of these memories anew, former statements of their chains among them. */
export const indexMemories = async (
  { memories, documents, outbox }: MemoryRepositories,
  { teamId, ids }: Pick<Writing, 'teamId' | 'ids'>,
  memoryIds: readonly string[],
): Promise<void> => {
  const rows = await memories.lock(memoryIds)
  const anchors = await memories.anchorsOf(memoryIds)
  const built = []
  for (const row of rows) {
    const versions = isServed(row.status)
      ? await memories.versionsOf(await memories.chainBelow(row.id))
      : []
    built.push(
      ...documentsOfMemory(
        {
          id: row.id,
          teamId,
          projectId: row.project_id,
          privateTo: row.private_to,
          kind: row.kind,
          status: row.status,
          topic: row.topic,
          statement: row.statement,
          reason: row.reason,
          rejected: row.rejected,
          slots: row.slots,
          questions: row.questions,
          origin: row.origin,
          authorId: row.author_id,
          validFrom: new Date(row.valid_from),
          paths: anchors.filter(({ memory_id }) => memory_id === row.id).map(({ path }) => path),
        },
        formerOf(row.statement, versions),
        { newDocumentId: ids.document },
      ),
    )
  }
  await documents.replace(built, { sources: rows.map(({ id }) => id) })
  if (built.length > 0) await outbox.add({ type: 'documents.queued', payload: {} })
}

/** What held before, each wording once, the oldest first. */
const formerOf = (statement: string, versions: readonly MemoryVersionRow[]): FormerStatement[] => {
  const former = new Map<string, FormerStatement>()
  for (const version of versions) {
    if (!isServed(version.status) || version.valid_to === null) continue
    if (version.statement === statement) continue
    former.set(version.statement, {
      statement: version.statement,
      reason: version.reason,
      slots: version.slots,
      questions: version.questions,
      from: new Date(version.valid_from),
      until: new Date(version.valid_to),
    })
  }
  return [...former.values()]
}
