import { KINDS } from '@teamlore/shared'
import type { RankedSource } from './rank-sources.ts'

type EvidenceReader = {
  evidenceInHits: (
    memoryIds: readonly string[],
    sourceIds: readonly string[],
  ) => Promise<{ memoryId: string; sourceId: string }[]>
}

/** A memory answers where it fits at least so well as the words it rests on, as a part of their score. */
const ANSWERS = 0.5

const answers = ({ row, match }: RankedSource): boolean =>
  row.kind === 'memory' && row.status === 'current' && match !== 'loose'

/**
 * Each fact once: a reviewed memory that answers stands in the place of the best message or finding that it rests on, and for all of
 * them. It says how many they are and which, so nothing is hidden. `ranked` come best first. What nobody reviewed stands for nothing.
 */
export const foldEvidence = async (
  search: EvidenceReader,
  ranked: readonly RankedSource[],
): Promise<RankedSource[]> => {
  const memories = ranked.filter(answers)
  if (memories.length === 0) return [...ranked]
  const said = ranked.filter(({ row }) => row.kind !== 'memory')
  const pairs = await search.evidenceInHits(
    memories.map(({ row }) => row.sourceId),
    said.map(({ row }) => row.sourceId),
  )
  if (pairs.length === 0) return [...ranked]
  const byId = new Map(said.map((source) => [source.row.sourceId, source]))
  const folded = new Set<string>()
  const stood = new Map<string, RankedSource>()
  for (const memory of memories) {
    const own = pairs
      .filter(({ memoryId }) => memoryId === memory.row.sourceId)
      .flatMap(({ sourceId }) => (folded.has(sourceId) ? [] : (byId.get(sourceId) ?? [])))
      .filter(({ score }) => memory.score >= ANSWERS * score)
      .toSorted((a, b) => b.score - a.score)
    if (own.length === 0) continue
    for (const { row } of own) folded.add(row.sourceId)
    stood.set(memory.row.sourceId, standingFor(memory, own))
  }
  return ranked
    .filter(({ row }) => !folded.has(row.sourceId))
    .map((source) => stood.get(source.row.sourceId) ?? source)
    .toSorted((a, b) => placeOf(a) - placeOf(b) || b.score - a.score)
}

/** What does not hold stays behind all that does. */
const placeOf = ({ row }: RankedSource): number =>
  row.status === 'current' || row.status === 'unreviewed' ? 0 : 1

const standingFor = (memory: RankedSource, own: readonly RankedSource[]): RankedSource => {
  const best = Math.max(...own.map(({ score }) => score))
  const findings = own.filter(({ row }) => KINDS[row.kind].isDistilled).length
  const evidence = {
    messages: own.length - findings,
    findings,
    ids: own.map(({ row }) => row.sourceId),
  }
  // The score says where it stands; what lifted it there is one of its priors.
  return best > memory.score
    ? { ...memory, evidence, score: best, lifted: best / memory.score }
    : { ...memory, evidence }
}
