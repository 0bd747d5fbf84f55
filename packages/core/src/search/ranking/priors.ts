import type { RankedRow } from '@teamlore/db'
import { KINDS } from '@teamlore/shared'

/**
 * Tool output repeats what is said elsewhere, at length. It is held back already by its words counting half and by having no
 * vector, so this only parts what is otherwise equal; more of it buries the output that is the answer (ADR 0007).
 */
const TYPE: Readonly<Record<string, number>> = {
  tool_result: 0.9,
  tool_call: 0.95,
  command: 0.9,
  // The record of work: what was done, seldom why. It gives way to the words that say so.
  bugfix: 0.92,
  feature: 0.92,
  refactor: 0.92,
  change: 0.92,
}

type Judged = Pick<RankedRow, 'kind' | 'type' | 'status'>

/** A memory that nobody reviewed gives way to one that somebody did, where both answer about as well. */
const UNREVIEWED = 0.8

const statusFactor = ({ status }: Judged): number => (status === 'unreviewed' ? UNREVIEWED : 1)

const kindFactor = ({ kind, type }: Judged): number =>
  rounded(KINDS[kind].prior * (type === null ? 1 : (TYPE[type] ?? 1)))

/** What a hit's score is multiplied by for what it is, all in all. */
export const priorFactor = (row: Judged): number => kindFactor(row) * statusFactor(row)

/** The same by name, for people who ask why; factors that change nothing are left out. */
export const priorsOf = (row: Judged): Record<string, number> => {
  const factors = { kind: kindFactor(row), status: statusFactor(row) }
  return Object.fromEntries(Object.entries(factors).filter(([, factor]) => factor !== 1))
}

const rounded = (factor: number): number => Math.round(factor * 10_000) / 10_000
