/** Cosine of two vectors of length 1. */
export const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? Number.NaN), 0)
