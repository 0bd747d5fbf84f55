import type { Times } from '../wire/retry-policy.ts'

/** Waiting takes no time here, but the clock goes on by it; `waits` is what was waited. */
export const createFakeTimes = (): Times & { waits: number[] } => {
  const waits: number[] = []
  return {
    waits,
    sleep: async (ms) => {
      waits.push(ms)
    },
    random: () => 0.5,
    clock: () => waits.reduce((sum, ms) => sum + ms, 0),
  }
}
