import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoreClient } from '@teamlore/shared'
import { writePrivateFile } from '../platform/private-file.ts'
import type { ProjectLists } from '../project/project-of-folder.ts'
import type { ResolveProject } from '../project/resolve-project.ts'
import { reportArms } from './arm-files.ts'
import { briefRoot, refreshBrief } from './brief-files.ts'
import { foldHookCounts } from './hook-counts.ts'
import type { HookPlaces } from './hook-places.ts'
import type { HookTool } from './hook-tools.ts'
import { takeNudges } from './nudges.ts'
import { fetchRecap, forgetRecaps } from './recap-files.ts'

export type NudgeDeps = {
  places: HookPlaces
  client: Pick<LoreClient, 'context' | 'holdout'> & ProjectLists
  resolveProject: ResolveProject
  now: () => Date
  /** Has what these tools wrote captured. */
  capture: (tools: ReadonlySet<HookTool>) => Promise<void>
}

/** Does what hooks asked for since the last time; says whether they asked for anything. A failure leaves the rest be. */
export const answerNudges = async (deps: NudgeDeps): Promise<boolean> => {
  const { briefs, alive } = deps.places
  const nudges = await takeNudges(deps.places.nudges)
  if (nudges.length === 0) return false
  // An agent may ask for a brief as soon as its session began, and the server answers by how that was.
  await reportArms({ ...deps, arms: deps.places.arms }).catch(() => undefined)
  const ended = new Set(nudges.filter(({ event }) => event !== 'start').map(({ tool }) => tool))
  if (ended.size > 0) await deps.capture(ended).catch(() => undefined)
  // A tool waits for these no longer than its own summary takes.
  for (const nudge of nudges)
    if (nudge.event === 'compact')
      await fetchRecap(nudge, { ...deps, recaps: deps.places.recaps, briefs }).catch(
        () => undefined,
      )
  const roots = new Set(nudges.map(({ folder }) => briefRoot(folder)))
  for (const root of roots)
    await refreshBrief(root, { ...deps, briefs, isAscii: alive !== undefined }).catch(
      () => undefined,
    )
  await foldHookCounts(deps.places).catch(() => undefined)
  await shorten(deps.places.commits).catch(() => undefined)
  await forgetSessions(deps.places.turns, deps.now()).catch(() => undefined)
  await forgetRecaps(deps.places.recaps, deps.now()).catch(() => undefined)
  return true
}

const SESSION_DAYS = 30

/** Sessions that nothing was heard of for so long are over. */
const forgetSessions = async (folder: string, now: Date): Promise<void> => {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (now.getTime() - mtimeMs > SESSION_DAYS * 86_400_000)
      await rm(path, { recursive: true, force: true })
  }
}

const MAX_COMMITS_BYTES = 4_000_000

/** Of the commits nobody asked for, the newest are kept. */
const shorten = async (path: string): Promise<void> => {
  const { size } = await stat(path)
  if (size <= MAX_COMMITS_BYTES) return
  const text = await readFile(path, 'utf8')
  const half = text.slice(text.length / 2)
  await writePrivateFile(path, half.slice(half.indexOf('\n') + 1))
}

const BEAT_MS = 60_000

/** Says that somebody answers hooks, again and again: a number of a process that is no more may be another's. */
export const beat = async (
  pidFile: string,
  signal: AbortSignal,
  { alive, now = () => new Date() }: { alive?: string | undefined; now?: () => Date } = {},
): Promise<void> => {
  const write = async (): Promise<void> => {
    await writeFile(pidFile, `${process.pid}\n`, { mode: 0o600 }).catch(() => undefined)
    if (alive !== undefined) await markMinutes(alive, now()).catch(() => undefined)
  }
  await mkdir(parentOf(pidFile), { recursive: true, mode: 0o700 }).catch(() => undefined)
  await write()
  const timer = setInterval(() => void write(), BEAT_MS)
  timer.unref()
  signal.addEventListener('abort', () => clearInterval(timer))
}

const MINUTES_MARKED = 3

/** For this minute and those in which the next beat may be late, as the clock of this machine shows them. */
const markMinutes = async (folder: string, now: Date): Promise<void> => {
  const names = Array.from({ length: MINUTES_MARKED }, (_, index) => {
    const at = new Date(now.getTime() + index * BEAT_MS)
    return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join('')
  })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of names) await writeFile(join(folder, name), '')
  for (const name of await readdir(folder))
    if (!names.includes(name)) await rm(join(folder, name), { force: true })
}

const parentOf = (path: string): string => path.replace(/[\\/][^\\/]*$/, '')
