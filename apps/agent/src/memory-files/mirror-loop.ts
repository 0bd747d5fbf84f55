import { setTimeout as delay } from 'node:timers/promises'
import type { Surroundings } from '@teamlore/sources/surroundings'
import { createPacer } from '../pacing/pacer.ts'
import { createWaker } from '../pacing/waker.ts'
import { backOff } from '../wire/retry-policy.ts'
import type { Mirror } from './mirror.ts'
import { createMirrorWatcher } from './mirror-watcher.ts'

type Deps = {
  mirror: Mirror
  surroundings: Pick<Surroundings, 'home' | 'variables'>
  clock: () => number
  now: () => Date
  random: () => number
  signal: AbortSignal
  sweepMs: number
}

/** Folders in which somebody worked so lately are watched; of the others a change is found by the next look at all. */
const LATELY_MS = 7 * 24 * 60 * 60_000
const MAX_WATCHED = 50
/** All folders are looked at once in so many looks at those that are watched. */
const SWEEPS_FOR_ALL = 10
const LONGEST_WAIT_MS = 60_000

/** Keeps the mirror current for as long as a watch runs. What it finds goes into the spool, so a server in trouble holds nothing up. */
export const createMirrorLoop = (deps: Deps) => {
  const { mirror, clock, signal, random } = deps
  const waker = createWaker()
  const pacer = createPacer({ clock })
  const changed = (root: string): void => {
    pacer.note(root)
    waker.wake()
  }
  const watcher = createMirrorWatcher({ surroundings: deps.surroundings, onChange: changed })

  const watchedRoots = (): string[] => {
    const since = new Date(deps.now().getTime() - LATELY_MS).toISOString()
    return mirror
      .folders()
      .filter(({ root, last_session_at }) => root === '' || last_session_at > since)
      .slice(0, MAX_WATCHED)
      .map(({ root }) => root)
  }

  let failures = 0
  let sweeps = 0
  const lookAt = async (roots: readonly string[]): Promise<void> => {
    for (const root of roots) {
      if (signal.aborted) return
      await mirror.look(root)
      failures = 0
    }
  }
  const sweep = async (): Promise<void> => {
    const watched = watchedRoots()
    watcher.setRoots(watched)
    const isOfAll = sweeps % SWEEPS_FOR_ALL === 0
    await lookAt(isOfAll ? mirror.folders().map(({ root }) => root) : watched)
    sweeps++
  }
  /** Not even what is known of the folders can be written, such as on a full disk. */
  const rest = async (): Promise<void> => {
    if (signal.aborted) return
    failures++
    await sleep(backOff(failures, {}, random, { longestMs: LONGEST_WAIT_MS }), signal)
  }

  return {
    changed,
    /** Ends when the signal is aborted. */
    run: async (): Promise<void> => {
      let nextSweep = 0
      while (!signal.aborted) {
        try {
          if (clock() >= nextSweep) {
            await sweep()
            nextSweep = clock() + deps.sweepMs
          } else {
            const due = pacer.takeDue()
            // A folder that is new here is watched from now on.
            if (due.length > 0) watcher.setRoots(watchedRoots())
            await lookAt(due)
          }
        } catch {
          // What was not reached is looked at again then.
          nextSweep = 0
          await rest()
          continue
        }
        await waker.wait(signal, Math.min(nextSweep, pacer.nextDue() ?? nextSweep) - clock())
      }
      await watcher.close()
    },
  }
}

/** Until the time is over or nothing is to be waited for any more. */
const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
  await delay(ms, undefined, signal ? { signal } : {}).catch(() => undefined)
}
