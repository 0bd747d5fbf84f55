export type Breaker = {
  /** How long it still rests; 0 when the provider may be asked. */
  restsForMs: () => number
  succeeded: () => void
  failed: () => void
}

export type BreakerOptions = { failures: number; restMs: number; now: () => number }

/**
 * After so many failures in a row the provider is left alone for a while, so that a question need not wait to learn
 * what the one before it learnt. Afterwards one failure more is enough for the next rest.
 */
export const createBreaker = ({ failures, restMs, now }: BreakerOptions): Breaker => {
  let inARow = 0
  let restsUntil = 0
  return {
    restsForMs: () => Math.max(0, restsUntil - now()),
    succeeded: () => {
      inARow = 0
      restsUntil = 0
    },
    failed: () => {
      inARow += 1
      if (inARow >= failures) restsUntil = now() + restMs
    },
  }
}
