import type { IngestResponse } from '@teamlore/shared'
import type { Arrival, Outcome } from './ingest.types.ts'

export type Prepared = { arrival: Arrival; redactions: number }
export type Failed = { failure: unknown }
export type Result = IngestResponse['sessions'][number] | Failed

export const orFailed = <T>(work: () => T): T | Failed => {
  try {
    return work()
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
