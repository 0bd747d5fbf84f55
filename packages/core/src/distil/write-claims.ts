import type {
  KnownObservation,
  NewObservation,
  StoredSession,
  TeamRepositories,
} from '@teamlore/db'
import type { newId } from '@teamlore/shared'
import { documentsOfObservation } from '../documents/documents-of-observation.ts'
import { successionsOf } from './succession.ts'
import type { DistilledObservation } from './transcript/distil.types.ts'

type Repositories = Pick<TeamRepositories, 'distillation' | 'documents' | 'outbox'>
export type ClaimIds = Pick<typeof newId, 'observation' | 'document'>

type Claims = {
  session: StoredSession
  distiller: 'model' | 'agent'
  found: readonly DistilledObservation[]
  /** Findings of others that these take the place of. */
  givesWay: readonly KnownObservation[]
  /** Summaries that were written with them: who looks at the session sees those, too. */
  alsoWritten?: number
}

/**
 * Writes what somebody better than rules has found in a session, in the place of what they found before and of what gives
 * way. Ids that were ever answered stay openable.
 *
 * @returns how many findings and summaries were written or superseded.
 */
export const writeClaims = async (
  { distillation, documents, outbox }: Repositories,
  ids: ClaimIds,
  { session, distiller, found, givesWay, alsoWritten }: Claims,
): Promise<number> => {
  const known = await distillation.known(session.id, distiller)
  // What rests on text that went stays as it was written.
  const fresh = found.filter(({ key }) => !known.fixed.has(key))
  const rows: NewObservation[] = fresh.map((one) => ({
    ...one,
    id: known.observations.get(one.key)?.id ?? ids.observation(),
  }))
  const kept = new Set<string>(rows.map(({ id }) => id))
  const gone = [
    ...[...known.observations.values()].filter(({ id, stands }) => stands && !kept.has(id)),
    ...givesWay,
  ]
  const left = await distillation.supersede(successionsOf(gone, rows))
  const written = await distillation.writeObservations(session, rows, distiller)
  const { id: sessionId, privateTo } = session
  await documents.replace(
    rows.flatMap((row) => documentsOfObservation(session, row, { newDocumentId: ids.document })),
    { sources: [...kept, ...gone.map(({ id }) => id)] },
  )
  const changed = written + left + (alsoWritten ?? 0)
  if (changed > 0) {
    await distillation.noteDistilled(session.id)
    await outbox.add({ type: 'session.distilled', payload: { session_id: sessionId } })
    await outbox.notifyLive({ type: 'session.distilled', sessionId, privateTo })
  }
  return changed
}
