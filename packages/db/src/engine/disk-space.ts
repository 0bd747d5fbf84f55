import { statfsSync } from 'node:fs'

/** SQLSTATE of Postgres for a disk without space. */
export const DISK_FULL = '53100'

const MB = 1024 * 1024
/** More than one request can write, its log and its indexes included. */
const RESERVE = 256 * MB
/** Asking the system costs some microseconds; a statement may ask that often. */
const ASK_AGAIN_MS = 50

type Room = { free: number; total: number }
type Ask = (folder: string) => Room

const askSystem: Ask = (folder) => {
  const { bavail, blocks, bsize } = statfsSync(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

/** What has to stay free: of a small disk a quarter. */
const reserveOf = (total: number): number => Math.min(RESERVE, total / 4)

/** Statements that make tables grow. What a read changes beside them, such as when a key was used last, needs no space to speak of. */
const GROWS = /\binsert\s+into\b|\bmerge\s+into\b|^\s*(?:copy|create|alter|reindex|vacuum)\b/i

export class DiskFullError extends Error {
  override name = 'DiskFullError'
  readonly code = DISK_FULL
  constructor(free: number) {
    super(
      `The disk of the database has ${Math.floor(free / MB)} MB left. What is written waits until there is more; reading goes on.`,
    )
  }
}

export type DiskSpaceGuard = ReturnType<typeof createDiskSpaceGuard>

/**
 * Postgres in WASM does not survive a disk that is full when it writes its log. So what makes it grow is refused a little
 * before, as Postgres itself would refuse it, and taken again as soon as there is space.
 */
export const createDiskSpaceGuard = (
  folder: string,
  { reserveBytes, ask = askSystem, now = Date.now }: RoomOptions = {},
) => {
  let known: { at: number; missing: number | undefined } | undefined
  /** What is free, where that is too little. */
  const shortage = (): number | undefined => {
    const at = now()
    if (known !== undefined && at - known.at < ASK_AGAIN_MS) return known.missing
    known = { at, missing: undefined }
    try {
      const { free, total } = ask(folder)
      if (free < (reserveBytes ?? reserveOf(total))) known.missing = free
    } catch {
      // A system that does not say is taken at its word when it writes.
    }
    return known.missing
  }
  return {
    /** @throws DiskFullError where this statement would make the database grow, and there is no space for that. */
    ensureFor: (text: string): void => {
      const free = shortage()
      if (free !== undefined && GROWS.test(text)) throw new DiskFullError(free)
    },
    shortage,
  }
}

type RoomOptions = {
  /** In place of what goes by the size of the disk. */
  reserveBytes?: number | undefined
  ask?: Ask
  now?: () => number
}

/** @throws Error that says what to do, where a database cannot even be opened for want of space. */
export const ensureSpaceToOpen = (folder: string, options?: RoomOptions): void => {
  const free = createDiskSpaceGuard(folder, options).shortage()
  if (free === undefined) return
  throw new Error(
    `The disk of ${folder} is full: ${Math.floor(free / MB)} MB are left. Make room there and start again; nothing of what was stored is lost.`,
  )
}
