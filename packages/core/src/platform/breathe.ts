import { setImmediate } from 'node:timers/promises'

/** Work that goes on for longer than this lets others have their turn. */
const TURN_MS = 15

/** To be called between parts of long work: it lets requests of others in, when the last time was a while ago. */
export const makeBreather = (): (() => Promise<void>) => {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < TURN_MS) return
    await setImmediate()
    since = performance.now()
  }
}
