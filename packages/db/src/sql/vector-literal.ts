/** More digits than half precision keeps cost both sides time. */
const DIGITS = 1e6

/** A vector as the database reads it. */
export const vectorLiteral = (vector: readonly number[] | Float32Array): string =>
  `[${Array.from(vector, (value) => Math.round(value * DIGITS) / DIGITS).join(',')}]`
