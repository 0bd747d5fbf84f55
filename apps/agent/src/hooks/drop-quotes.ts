import { appendFile, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { createUnsentAnswers } from '../distil/unsent-answers.ts'
import { BRIEF_NAMES } from './brief-files.ts'
import { GIVEN } from './given.ts'
import type { HookPlaces } from './hook-places.ts'

type Deps = {
  places: Pick<HookPlaces, 'data' | 'briefs' | 'recaps' | 'nudges'>
  stateDir: string
  serverId: string
  platform: NodeJS.Platform
}

const QUOTING = new Set<string>([...BRIEF_NAMES, GIVEN.text, GIVEN.tool, GIVEN.session])

/** Briefs of so many projects, those fetched last, are asked for again at once; others when a session begins there. */
const MOST_ASKED = 20

/**
 * Takes away all that quotes sessions and memories on this machine beside the spool: briefs, what a session was given, handovers of
 * compacted sessions, answers of a coding agent that could not be sent. None of it says all that it was made of, so all of it goes;
 * briefs come back without what was forgotten.
 */
export const dropQuotes = async (deps: Deps): Promise<void> => {
  const { places, stateDir, serverId } = deps
  await rm(places.recaps, { recursive: true, force: true })
  // What was leased for them was given back long ago, or is again.
  await createUnsentAnswers(stateDir, serverId).forget()
  const dropped = await dropBriefs(places.briefs)
  const folders = dropped
    .toSorted((a, b) => b.fetchedMs - a.fetchedMs)
    .slice(0, MOST_ASKED)
    .map(({ folder }) => `start\tclaude-code\t${folderOf(folder, deps)}\n`)
  // As a hook would ask, which whoever answers hooks does when it looks next.
  if (folders.length > 0) await appendFile(places.nudges, folders.join(''), { mode: 0o600 })
}

type Dropped = { folder: string; fetchedMs: number }

const dropBriefs = async (briefs: string): Promise<Dropped[]> => {
  const dropped = new Map<string, number>()
  const found = await readdir(briefs, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const file of found) {
    if (!file.isFile() || !QUOTING.has(file.name)) continue
    const path = join(file.parentPath, file.name)
    const written = await stat(path).catch(() => undefined)
    await rm(path, { force: true })
    if (BRIEF_NAMES.includes(file.name))
      dropped.set(dirname(path), Math.max(dropped.get(dirname(path)) ?? 0, written?.mtimeMs ?? 0))
  }
  return [...dropped].map(([folder, fetchedMs]) => ({ folder, fetchedMs }))
}

/** The project whose briefs lie there: drive letters have no colon among them. */
const folderOf = (place: string, { places, platform }: Deps): string => {
  const path = relative(places.briefs, place)
  return platform === 'win32' ? path.replace(/^([A-Za-z])(?=\\|$)/, '$1:') : `${sep}${path}`
}
