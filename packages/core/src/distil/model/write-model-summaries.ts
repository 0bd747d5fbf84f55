import type { NewSummary, StoredSession, TeamRepositories } from '@teamlore/db'
import type { newId } from '@teamlore/shared'
import { documentsOfSummary } from '../../documents/documents-of-summary.ts'
import type { DistilledSummary } from '../transcript/distil.types.ts'

type Repositories = Pick<TeamRepositories, 'distillation' | 'documents'>
export type SummaryIds = Pick<typeof newId, 'summary' | 'document'>

/**
 * Writes a model's summaries, under the ids of those that rules had made of the same prompts. What another memory brought
 * with it for a prompt is left as it is.
 *
 * @returns how many were written.
 */
export const writeModelSummaries = async (
  { distillation, documents }: Repositories,
  ids: SummaryIds,
  { session, summaries }: { session: StoredSession; summaries: readonly DistilledSummary[] },
): Promise<number> => {
  const known = await distillation.summariesByPrompt(session.id)
  const prompts = (await distillation.removal(session.id))?.prompts ?? -1
  const rows = summaries.flatMap((summary): NewSummary[] => {
    // The prompt is gone by the retention of the project; what was said of it stays.
    if (summary.promptNumber <= prompts) return []
    const before = known.get(summary.promptNumber)
    if (before !== undefined && before.distiller !== 'extractive' && before.distiller !== 'model')
      return []
    return [{ ...summary, id: before?.id ?? ids.summary() }]
  })
  const written = await distillation.writeSummaries(session, rows, 'model')
  await documents.replace(
    rows.flatMap((row) => documentsOfSummary(session, row, { newDocumentId: ids.document })),
    { sources: rows.map(({ id }) => id) },
  )
  return written
}
