import type { Candidate } from './candidate.ts'
import { featuresOf } from './features.ts'
import { type Weights, WITH_EMBEDDING, WITHOUT_EMBEDDING } from './weights.ts'

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x))

const weigh = (
  { names, mean, scale, weights, bias, embedding }: Weights,
  features: Readonly<Record<string, number>>,
  vector: Float32Array | undefined,
): number => {
  let sum = bias
  for (const [k, name] of names.entries())
    sum += (weights[k] ?? 0) * (((features[name] ?? 0) - (mean[k] ?? 0)) / (scale[k] ?? 1))
  if (embedding !== null && vector !== undefined)
    for (const [k, weight] of embedding.entries()) sum += weight * (vector[k] ?? 0)
  return sigmoid(sum)
}

/** How likely a colleague wants the sentence next month, between 0 and 1; by its form alone where there is no vector. */
export const usefulness = (candidate: Candidate, vector?: Float32Array | undefined): number =>
  weigh(vector === undefined ? WITHOUT_EMBEDDING : WITH_EMBEDDING, featuresOf(candidate), vector)

/** Length of the vectors that the weights were fitted to. */
export const VECTOR_LENGTH = WITH_EMBEDDING.embedding?.length ?? 0
