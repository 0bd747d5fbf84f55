import { posix, win32 } from 'node:path'
import type { Paths } from '../platform/paths.ts'

/** Where everything about hooks lies on this machine. */
export type HookPlaces = {
  /** The program that tools and git call. */
  shim: string
  windowsShim: string
  /** What was put into which file, and how the file was before. */
  ledger: string
  backups: string
  /** What hooks leave behind, and briefs for them. */
  data: string
  briefs: string
  /** What sessions are given back that were compacted, each until it is given. */
  recaps: string
  /** Which sessions began with a brief and which without, each until the server knows of it. */
  arms: string
  nudges: string
  counts: string
  /** Totals of `counts`, which is emptied into it. */
  totals: string
  /** Commits and rewrites that git reported, one a line. */
  commits: string
  /** How far each session has come, for hooks alone. */
  turns: string
  /** There while agents are not to be asked what their sessions found. */
  handoverOff: string
  watchPid: string
  /** Of Windows only, where hooks cannot say how old a file is: what is named as this minute is there while a watch is. */
  alive: string | undefined
  workerPid: string
  /** There while a worker is being started, so that of many hooks one does it. */
  starting: string
}

export const hookPlaces = (
  { configDir, stateDir }: Pick<Paths, 'configDir' | 'stateDir'>,
  platform: NodeJS.Platform,
): HookPlaces => {
  const { join } = platform === 'win32' ? win32 : posix
  const own = join(configDir, 'hooks')
  const data = join(stateDir, 'hooks')
  return {
    shim: join(own, 'teamlore-hook'),
    windowsShim: join(own, 'teamlore-hook.cmd'),
    ledger: join(own, 'installed.json'),
    backups: join(own, 'backups'),
    data,
    briefs: join(data, 'briefs'),
    recaps: join(data, 'recaps'),
    arms: join(data, 'arms'),
    nudges: join(data, 'nudges'),
    counts: join(data, 'counts'),
    totals: join(data, 'counts.json'),
    commits: join(data, 'commits'),
    turns: join(data, 'turns'),
    handoverOff: join(data, 'handover.off'),
    watchPid: join(data, 'watch.pid'),
    alive: platform === 'win32' ? join(data, 'alive') : undefined,
    workerPid: join(data, 'worker.pid'),
    starting: join(data, 'starting'),
  }
}
