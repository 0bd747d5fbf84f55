import { readFile, rename, rm, stat } from 'node:fs/promises'
import { z } from 'zod'
import { writePrivateFile } from '../platform/private-file.ts'
import type { HookPlaces } from './hook-places.ts'

const totalsSchema = z.record(z.string(), z.number().int().nonnegative())

export type HookCounts = {
  /** Sessions that began with a brief, and those that had to do without: there was none yet, or only an old one. */
  given: number
  none: number
  stale: number
  /** Sessions that began without a brief by chance, as their project wants it. */
  without: number
  /** Sessions that were given back where they stand, and those that were not, as it would have been soon after. */
  recap: number
  held: number
  /** Ends of sessions and commits. */
  told: number
  /** Agents that were asked what their session found. */
  asked: number
  /** Hooks that took longer than they may. */
  slow: number
  /** Hooks that found no `lore` to call. */
  gone: number
  /** When a hook last ran; null when none ever did. */
  lastAt: string | null
}

const LINE =
  /^(?:start|end|stop|compact|prompt|git) [a-z-]{1,20} (given|without|none|stale|recap|held|told|asked|slow|gone)$/
const MAX_CHARS = 4_000_000

type Places = Pick<HookPlaces, 'counts' | 'totals'>

const tally = (text: string): Record<string, number> => {
  const totals: Record<string, number> = {}
  for (const line of text.slice(0, MAX_CHARS).split(/\r?\n/)) {
    const name = LINE.exec(line)?.[1]
    if (name !== undefined) totals[name] = (totals[name] ?? 0) + 1
  }
  return totals
}

const readTotals = async (path: string): Promise<Record<string, number>> => {
  try {
    return totalsSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return {}
  }
}

const sum = (a: Record<string, number>, b: Record<string, number>): Record<string, number> => {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return Object.fromEntries([...names].map((name) => [name, (a[name] ?? 0) + (b[name] ?? 0)]))
}

/** What hooks did on this machine so far; undefined when none ever ran. */
export const readHookCounts = async (places: Places): Promise<HookCounts | undefined> => {
  const [totals, fresh, last] = await Promise.all([
    readTotals(places.totals),
    readFile(places.counts, 'utf8').catch(() => ''),
    stat(places.counts).catch(() => stat(places.totals).catch(() => undefined)),
  ])
  if (last === undefined) return undefined
  const all = sum(totals, tally(fresh))
  const of = (name: string): number => all[name] ?? 0
  return {
    given: of('given'),
    without: of('without'),
    none: of('none'),
    stale: of('stale'),
    recap: of('recap'),
    held: of('held'),
    told: of('told'),
    asked: of('asked'),
    slow: of('slow'),
    gone: of('gone'),
    lastAt: last.mtime.toISOString(),
  }
}

/** Empties the list that hooks append to into the totals, so that it stays short. */
export const foldHookCounts = async (places: Places): Promise<void> => {
  const taken = `${places.counts}.taken`
  // One that was left lying was not counted yet.
  const isLeft = await stat(taken).catch(() => undefined)
  if (isLeft === undefined) {
    const isMoved = await rename(places.counts, taken).then(
      () => true,
      () => false,
    )
    if (!isMoved) return
  }
  const totals = sum(await readTotals(places.totals), tally(await readFile(taken, 'utf8')))
  await writePrivateFile(places.totals, `${JSON.stringify(totals)}\n`)
  await rm(taken, { force: true })
}
