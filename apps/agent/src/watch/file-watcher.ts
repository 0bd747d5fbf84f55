import type { BigIntStats, Stats } from 'node:fs'
import { type FSWatcher, watch } from 'chokidar'

type Options = {
  onChange: (path: string) => void
  /** Changes may be missed from now on; a look at everything from time to time finds them. */
  onTrouble: (error: Error) => void
  now: () => number
}

/** Files that nobody touched for so long are not watched one by one; the folders they are in are. */
const OLD_MS = 3 * 24 * 60 * 60_000
const MAX_DEPTH = 12

/** Reports changes below folders that may come and go. */
export const createFileWatcher = ({ onChange, onTrouble, now }: Options) => {
  let watcher: FSWatcher | undefined
  let roots = new Set<string>()

  const start = (paths: string[]): FSWatcher => {
    const started = watch(paths, {
      ignoreInitial: true,
      depth: MAX_DEPTH,
      ignorePermissionErrors: true,
      atomic: false,
      // A file that is named itself may rest for months and then go on.
      ignored: (path, stats) => !roots.has(path) && isLeftOut(path, stats, now()),
    })
    for (const event of ['add', 'change', 'unlink'] as const)
      started.on(event, (path) => onChange(databaseOf(path)))
    started.on('error', (error) => onTrouble(error instanceof Error ? error : new Error('unknown')))
    return started
  }

  return {
    /** Watches these folders, and no others. */
    setRoots: (paths: readonly string[]): void => {
      const wanted = new Set(paths)
      const added = [...wanted].filter((path) => !roots.has(path))
      const gone = [...roots].filter((path) => !wanted.has(path))
      roots = wanted
      if (added.length > 0) {
        if (watcher === undefined) watcher = start(added)
        else watcher.add(added)
      }
      if (gone.length > 0) watcher?.unwatch(gone)
    },
    close: async (): Promise<void> => watcher?.close(),
  }
}

/** What is not watched by itself. On Windows the watcher numbers files in whole numbers of another kind. */
export const isLeftOut = (
  path: string,
  stats: Stats | BigIntStats | undefined,
  now: number,
): boolean => {
  if (/[\\/](node_modules|\.git)([\\/]|$)/.test(path)) return true
  if (stats === undefined || stats.isDirectory()) return false
  return !stats.isFile() || now - Number(stats.mtimeMs) > OLD_MS
}

/** SQLite writes beside its database first: a change of `X.db-wal` is one of `X.db`. */
export const databaseOf = (path: string): string => path.replace(/-(wal|journal)$/, '')
