import type { IngestResponse, IngestSession } from '@teamlore/shared'
import type { Arrival, Outcome } from './ingest.types.ts'

export type Prepared = { arrival: Arrival; redactions: number }
export type Failed = { failure: unknown }
export type Result = IngestResponse['sessions'][number] | Failed

export const asResult = async <T>(work: () => Promise<T>): Promise<T | Failed> => {
  try {
    return await work()
  } catch (failure) {
    return { failure }
  }
}

/** In the order of what was prepared. */
export const resultsOf = (
  prepared: readonly (Prepared | Failed)[],
  outcomes: readonly Outcome[],
): Result[] => {
  const rest = [...outcomes]
  return prepared.flatMap((one): Result[] => {
    if ('failure' in one) return [one]
    const outcome = rest.shift()
    if (outcome === undefined) return []
    if ('failure' in outcome) return [outcome]
    return [{ ...outcome.written, server_redactions: one.redactions }]
  })
}

/** @throws what the first failed with, after all were tried. */
export const allOf = (results: readonly Result[]): IngestResponse['sessions'] =>
  results.map((result) => {
    if ('failure' in result) throw result.failure
    return result
  })

/**
 * What is said of a session that the sender may not read: that all of it was taken. Whether it was there before, and what else
 * stands in it, is not said; the id opens nothing.
 */
export const takenOf = (
  { native_id, server_redactions }: IngestResponse['sessions'][number],
  sent: IngestSession | undefined,
  id: string,
): IngestResponse['sessions'][number] => {
  const messages = sent?.messages.length ?? 0
  return {
    native_id,
    session_id: id,
    created: true,
    server_redactions,
    inserted_messages: messages,
    updated_messages: 0,
    unchanged_messages: 0,
    inserted_edits: sent?.edits.length ?? 0,
    total_messages: messages,
  }
}
