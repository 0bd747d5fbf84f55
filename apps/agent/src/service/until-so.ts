import { setTimeout as delay } from 'node:timers/promises'

/** Asks again and again; true once it is so, false when it never was. */
export const untilSo = async (
  isSo: () => Promise<boolean>,
  { times, pauseMs }: { times: number; pauseMs: number },
): Promise<boolean> => {
  for (let asked = 1; asked <= times; asked++) {
    if (await isSo()) return true
    if (asked < times) await delay(pauseMs)
  }
  return false
}
