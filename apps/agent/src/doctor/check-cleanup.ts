import { stat } from 'node:fs/promises'
import type { Kept, Place, ReadSession, Source } from '@teamlore/sources/source'
import { plural, tilde } from '../output/format.ts'
import { type Finding, warning } from './finding.ts'

export type Safety = {
  /** Whether all that stands there was captured, as far as that is known without reading it. */
  isUnchanged: (place: Place) => Promise<boolean>
  /** Whether a session is with the server or on its way there, or is kept back on purpose. */
  isSafe: (session: ReadSession) => Promise<boolean>
}

type Options = {
  /** Of tools that are not switched off. */
  sources: readonly Source[]
  safety: Safety
  home: string
  now: Date
}

const DAY_MS = 24 * 60 * 60_000

/** So long before the tool deletes a session it is said, in time for who looks once a week. */
const AHEAD_DAYS = 7

/** What is read of one tool to find out; more than that says nothing new. */
const MAX_SESSIONS = 200

/** Sessions that a tool deletes by itself before long, and of which there is no other copy. */
export const checkCleanup = async ({ sources, ...options }: Options): Promise<Finding[]> => {
  const findings: Finding[] = []
  for (const source of sources) {
    const kept = (await source.keeps?.().catch(() => null)) ?? null
    if (kept === null) continue
    const lost = await countLost(source, kept, options)
    if (lost > 0) findings.push(cleanupFinding(source, { kept, lost, home: options.home }))
  }
  return findings
}

const countLost = async (
  source: Source,
  { days }: Kept,
  { safety, now }: Omit<Options, 'sources'>,
): Promise<number> => {
  const before = now.getTime() - (days - AHEAD_DAYS) * DAY_MS
  let lost = 0
  let read = 0
  try {
    for await (const found of source.find()) {
      if ('problem' in found || !(await isOld(found, before))) continue
      if (await safety.isUnchanged(found)) continue
      if (++read > MAX_SESSIONS) break
      const outcome = await source.read([found])
      if (outcome.status === 'session' && !(await safety.isSafe(outcome.session))) lost++
    }
  } catch {
    // What cannot be looked at is reported elsewhere.
  }
  return lost
}

const isOld = ({ path }: Place, before: number): Promise<boolean> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs < before,
    () => false,
  )

const cleanupFinding = (
  { info: { name, label } }: Source,
  { kept: { days, setting, file }, lost, home }: { kept: Kept; lost: number; home: string },
): Finding =>
  warning(
    `cleanup.${name}`,
    `${label} deletes sessions after ${plural(Math.floor(days), 'day')}. ${days <= AHEAD_DAYS ? 'Soon' : `Within ${AHEAD_DAYS} days`} it deletes ${plural(lost, 'session')} that ${lost === 1 ? 'is' : 'are'} not on the server.`,
    `Run \`lore import\` now. To have ${label} keep them longer, raise ${setting} in ${tilde(file, home)}.`,
  )
