/** Weights of the linker, fitted without the commits they are measured on. */
import {
  createLineIndex,
  type Evidence,
  type Features,
  factsOf,
  findEvidence,
  findOriginals,
  type LinkableCommit,
  type LinkableSession,
  type LinkModels,
} from '@teamlore/core/linking'
import { fitLogistic } from './logistic.ts'

const FEATURES = {
  fresh: ['own', 'minutes', 'said'],
  late: ['own', 'land', 'mass'],
} as const satisfies Record<string, readonly (keyof Features)[]>

export type Row = {
  evidence: Evidence
  label: number
  folds: readonly number[]
  wasMadeAtOnce: boolean
}

/** Evidence of a commit, with whether each session is a true one. */
export const rowsOf = (
  seen: LinkableCommit,
  {
    sessions,
    commits,
  }: { sessions: readonly LinkableSession[]; commits: readonly LinkableCommit[] },
  {
    isTrue,
    folds,
    wasMadeAtOnce,
  }: Pick<Row, 'folds' | 'wasMadeAtOnce'> & { isTrue: (id: string) => boolean },
  index = createLineIndex(factsOf(sessions, commits)),
): Row[] =>
  findEvidence(index, seen, findOriginals(index, seen)).map((evidence) => ({
    evidence,
    folds,
    wasMadeAtOnce,
    label: isTrue(evidence.sessionId) ? 1 : 0,
  }))

/** Models out of rows that have none of these folds. */
export const modelsWithout = (rows: readonly Row[], folds: ReadonlySet<number>): LinkModels => {
  const usable = rows.filter((row) => !row.folds.some((fold) => folds.has(fold)))
  const fit = (name: keyof typeof FEATURES) => {
    const some = usable.filter(({ evidence, wasMadeAtOnce }) =>
      name === 'fresh' ? evidence.isFresh && wasMadeAtOnce : !evidence.isFresh,
    )
    const names = FEATURES[name]
    const { bias, weights } = fitLogistic(
      some.map(({ evidence }) => names.map((feature) => evidence.features[feature])),
      some.map(({ label }) => label),
    )
    return {
      bias,
      weights: Object.fromEntries(names.map((feature, n) => [feature, weights[n] ?? 0])),
    }
  }
  return { fresh: fit('fresh'), late: fit('late') }
}
