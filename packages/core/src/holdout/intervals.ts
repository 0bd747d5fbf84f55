export type Interval = { low: number; high: number }

/** So many standard errors to each side hold 95 % of what chance makes. */
export const USUAL = 1.96
/**
 * For what is looked at again and again: beyond so many standard errors chance hardly gets, however often it is looked (Haybittle and
 * Peto's bound).
 */
export const STRICT = 3.29

/** So many of so many. */
export type Count = { of: number; hits: number }

/** Wilson's interval of a share. */
export const shareInterval = ({ of, hits }: Count, errors: number): Interval => {
  const share = hits / of
  const squared = errors * errors
  const middle = (share + squared / (2 * of)) / (1 + squared / of)
  const half =
    (errors / (1 + squared / of)) * Math.sqrt((share * (1 - share)) / of + squared / (4 * of * of))
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}

/** Newcombe's interval of the difference of two shares, which holds for few and for rare ones, too. */
export const differenceInterval = (
  first: Count,
  second: Count,
  errors: number,
): Interval & { difference: number } => {
  const [a, b] = [first.hits / first.of, second.hits / second.of]
  const [own, other] = [shareInterval(first, errors), shareInterval(second, errors)]
  const difference = a - b
  return {
    difference,
    low: difference - Math.hypot(a - own.low, other.high - b),
    high: difference + Math.hypot(own.high - a, b - other.low),
  }
}

/** The geometric mean, of one more than each so that none may be 0. */
export const usualOf = (amounts: readonly number[]): number => Math.expm1(meanOf(logsOf(amounts)))

/** By how much the usual amount of the first differs from that of the second, as a ratio. Few that are huge do not decide it. */
export const ratioInterval = (
  first: readonly number[],
  second: readonly number[],
  errors: number,
): Interval & { ratio: number } => {
  const [a, b] = [logsOf(first), logsOf(second)]
  const difference = meanOf(a) - meanOf(b)
  const half = errors * Math.sqrt(varianceOf(a) / a.length + varianceOf(b) / b.length)
  return {
    ratio: Math.exp(difference),
    low: Math.exp(difference - half),
    high: Math.exp(difference + half),
  }
}

const logsOf = (amounts: readonly number[]): number[] => amounts.map((one) => Math.log1p(one))

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const varianceOf = (values: readonly number[]): number => {
  const mean = meanOf(values)
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return squares / Math.max(1, values.length - 1)
}
