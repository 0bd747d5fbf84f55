import { stat } from 'node:fs/promises'
import { openSqlite, SqliteChanged, type SqliteFile } from './open-sqlite.ts'

const IDLE_MS = 1_000
const ATTEMPTS = 3

/**
 * Reads databases one after another and leaves the last one open for a moment: a store of a thousand sessions is opened
 * once, not a thousand times. What changed in the meantime is opened again.
 */
export const createSqliteReader = (open: (path: string) => Promise<SqliteFile> = openSqlite) => {
  let kept: { path: string; stamp: string; file: SqliteFile } | null = null
  let timer: NodeJS.Timeout | undefined
  let queue: Promise<unknown> = Promise.resolve()

  const close = (): void => {
    clearTimeout(timer)
    kept?.file.close()
    kept = null
  }

  const opened = async (path: string): Promise<SqliteFile> => {
    const stamp = await stampOf(path)
    if (kept?.path === path && kept.stamp === stamp) return kept.file
    close()
    const file = await open(path)
    kept = { path, stamp, file }
    return file
  }

  const attempt = async <T>(path: string, work: (file: SqliteFile) => T): Promise<T> => {
    for (let left = ATTEMPTS; ; left--) {
      try {
        return work(await opened(path))
      } catch (error) {
        close()
        if (!(error instanceof SqliteChanged) || left === 1) throw error
      }
    }
  }

  return {
    /** Gives `work` the database; once more from the beginning when it changed in the middle. */
    read: <T>(path: string, work: (file: SqliteFile) => T): Promise<T> => {
      clearTimeout(timer)
      const done = queue
        .then(() => attempt(path, work))
        .finally(() => {
          clearTimeout(timer)
          timer = setTimeout(close, IDLE_MS).unref()
        })
      queue = done.catch(() => undefined)
      return done
    },
    close,
  }
}

export type SqliteReader = ReturnType<typeof createSqliteReader>

/** Size and time of the database and of its log: of a store that is being written to, only the log changes. */
export const stampOf = async (path: string): Promise<string> => {
  const { dev, ino, size, mtimeMs } = await stat(path)
  const wal = await stat(`${path}-wal`).catch(() => null)
  return [dev, ino, size, mtimeMs, wal?.ino ?? 0, wal?.size ?? 0, wal?.mtimeMs ?? 0].join(' ')
}
