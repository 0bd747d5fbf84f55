import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Where a session's rollout lies, looked for around another one's; null when it is nowhere near. */
export const findRollout = async (
  near: string,
  id: string,
  startedAt: unknown,
): Promise<string | null> => {
  if (!/^[0-9A-Za-z-]{8,100}$/.test(id)) return null
  for (const folder of foldersFor(near, timeOf(id, startedAt))) {
    const names = await readdir(folder).catch(() => [])
    const endings = [`-${id}.jsonl`, `-${id}.jsonl.zst`]
    const name = endings.flatMap((end) => names.find((one) => one.endsWith(end)) ?? [])[0]
    if (name !== undefined) return join(folder, name)
  }
  return null
}

/** Ids of newer versions begin with their time in milliseconds. */
const timeOf = (id: string, startedAt: unknown): number =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(id)
    ? Number.parseInt(id.replace('-', '').slice(0, 12), 16)
    : Date.parse(String(startedAt))

const DAY = 86_400_000

/** Beside it, among the archived ones, and in the folders of the days around: those are named in local time. */
const foldersFor = (near: string, time: number): string[] => {
  const home = homeOf(near)
  if (home === null) return [dirname(near)]
  const days = Number.isFinite(time) ? [time - DAY, time, time + DAY] : []
  return [
    dirname(near),
    ...days.map((day) => join(home, 'sessions', ...dayFolders(day))),
    join(home, 'archived_sessions'),
  ]
}

const dayFolders = (time: number): string[] => {
  const date = new Date(time)
  return Number.isFinite(date.getTime()) ? date.toISOString().slice(0, 10).split('-') : []
}

/** The folder above `sessions/YYYY/MM/DD` or `archived_sessions`. */
export const homeOf = (path: string): string | null => {
  const folder = dirname(path)
  if (basename(folder) === 'archived_sessions') return dirname(folder)
  const sessions = dirname(dirname(dirname(folder)))
  return basename(sessions) === 'sessions' ? dirname(sessions) : null
}
