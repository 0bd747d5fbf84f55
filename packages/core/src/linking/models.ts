import type { Evidence, Features } from './linking.types.ts'

type Model = { bias: number; weights: Partial<Record<keyof Features, number>> }

/**
 * Weights as data, fitted with `npm run bench -- linking` (logistic regression). Two, as what sessions did around a commit that
 * was made long after its lines were written says nothing.
 */
export const LINK_MODELS: { name: string; fresh: Model; late: Model } = {
  name: '2026-11-1',
  fresh: {
    bias: -3.774390730256658,
    weights: { own: 2.236282015489966, minutes: 2.968548560664156, said: 0.9152047614885251 },
  },
  late: {
    bias: -3.88098551629687,
    weights: { own: 5.340106369190619, land: 2.9649431290996344, mass: 0.18768693378575937 },
  },
}

/** No inferred link is surer than this: those said with more were right in 93 of 100 cases. */
export const MOST_CONFIDENT = 0.95
/** Git's own output in the session names the commit. */
const PRINTED = 0.95
/** The session gave the subject of a commit that came much later. */
const RAN_LATE = 0.9

export type LinkModels = Pick<typeof LINK_MODELS, 'fresh' | 'late'>

const sigmoid = (z: number): number => 1 / (1 + Math.exp(-z))

const probability = ({ bias, weights }: Model, { features }: Evidence): number =>
  sigmoid(
    Object.entries(weights).reduce(
      (total, [name, weight]) => total + weight * features[name as keyof Features],
      bias,
    ),
  )

export const confidenceOf = (models: LinkModels, evidence: Evidence): number => {
  const fresh = evidence.isFresh ? probability(models.fresh, evidence) : 0
  const late = evidence.isFresh && !evidence.isGrown ? 0 : probability(models.late, evidence)
  const floor = evidence.wasPrinted ? PRINTED : evidence.hasRun && !evidence.isFresh ? RAN_LATE : 0
  return Math.min(MOST_CONFIDENT, Math.max(fresh, late, floor))
}
