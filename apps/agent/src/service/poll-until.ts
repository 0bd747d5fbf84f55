import { setTimeout as delay } from 'node:timers/promises'

/** Checks up to `times` times, with a pause between; true as soon as the condition holds. */
export const pollUntil = async (
  isDone: () => Promise<boolean>,
  { times, pauseMs }: { times: number; pauseMs: number },
): Promise<boolean> => {
  for (let tries = 1; tries <= times; tries++) {
    if (await isDone()) return true
    if (tries < times) await delay(pauseMs)
  }
  return false
}
