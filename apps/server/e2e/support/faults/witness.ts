import { setTimeout as pause } from 'node:timers/promises'
import type { Spawned } from '../spawned.ts'

/** How long to wait for a fault to bite: a disk that is full while nobody writes is no fault. */
const BITES_MS = 120_000

export type Witness = ReturnType<typeof createWitness>

/** Says what really happened: each fault by its effect, not by having been tried. */
export const createWitness = () => {
  const happened = new Map<string, number>()
  /** What ended, or failed, without anybody having done it any harm. */
  const deaths: string[] = []

  return {
    happened,
    deaths,
    did: (name: string): void => void happened.set(name, (happened.get(name) ?? 0) + 1),
    /** Until something is so, or it has been long enough. */
    until: async (isSo: () => boolean): Promise<boolean> => {
      const end = performance.now() + BITES_MS
      while (!isSo() && performance.now() < end) await pause(50)
      return isSo()
    },
    end: async (name: string, process: Spawned, signal: NodeJS.Signals): Promise<void> => {
      const { exitCode, signalCode } = process.child
      if (exitCode !== null || signalCode !== null)
        deaths.push(`${name}: had ended before (${signalCode ?? exitCode})\n${process.output()}`)
      const code = await process.stop(signal)
      // A process that has not said anything yet may not even have begun to listen for signals.
      const hasBegun = process.output() !== ''
      if (signal === 'SIGTERM' && code !== 0 && hasBegun)
        deaths.push(`${name}: ended with ${code}\n${process.output()}`)
    },
  }
}
