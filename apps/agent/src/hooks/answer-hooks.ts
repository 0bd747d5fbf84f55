import { rm, stat } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { answerNudges, beat, type NudgeDeps } from './hook-work.ts'

/** Often enough for the next session to find its brief, and next to nothing to do. */
const LOOK_MS = 2_000

/** Does what hooks ask for while a watch runs, until the signal is aborted. Nothing that goes wrong ends it. */
export const answerHooks = async (deps: NudgeDeps & { signal: AbortSignal }): Promise<void> => {
  const { places, signal } = deps
  await beat(places.watchPid, signal, { alive: places.alive })
  while (!signal.aborted) {
    const isAsked = await stat(places.nudges).catch(() => undefined)
    if (isAsked !== undefined) await answerNudges(deps).catch(() => undefined)
    await delay(LOOK_MS, undefined, { signal }).catch(() => undefined)
  }
  await rm(places.watchPid, { force: true })
  if (places.alive !== undefined) await rm(places.alive, { recursive: true, force: true })
}
