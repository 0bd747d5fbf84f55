import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readFileSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { identifyProcess, lifeOf, type ProcessIdentity } from './process-identity.ts'

export const LOCK_FILE = 'engine.lock'
const HEARTBEAT_MS = 3_000
/** A lock of another container or machine without a heartbeat for so long belongs to nobody. */
const SILENCE_MS = 15_000

export type LockContent = ProcessIdentity & { token: string; since: string }

export class DirectoryInUseError extends Error {
  override name = 'DirectoryInUseError'
  readonly pid: number
  readonly directory: string
  constructor(pid: number, directory: string) {
    super(
      `The data directory ${directory} is already open in process ${pid}. ` +
        'Stop that process first, or choose another directory with TEAMLORE_HOME.',
    )
    this.pid = pid
    this.directory = directory
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

const createExclusively = (path: string, content: LockContent): boolean => {
  try {
    const file = openSync(path, 'wx', 0o600)
    try {
      writeSync(file, JSON.stringify(content))
    } finally {
      closeSync(file)
    }
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

const isLockContent = (value: unknown): value is LockContent =>
  typeof value === 'object' &&
  value !== null &&
  'pid' in value &&
  'startTime' in value &&
  'world' in value &&
  'token' in value

/** `undefined`: there is none. `'unreadable'`: its owner died, or is about to finish writing it. */
const readLock = (path: string): LockContent | 'unreadable' | undefined => {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isLockContent(content) ? content : 'unreadable'
  } catch (error) {
    return hasCode(error, 'ENOENT') ? undefined : 'unreadable'
  }
}

const lastSignOfLife = (path: string): number => {
  try {
    return statSync(path).mtimeMs
  } catch {
    return Date.now()
  }
}

/**
 * What a lock did since somebody who waits first saw it. A clock that was set back makes an old sign of life one of the future,
 * so that signs are compared with each other, and waiting is measured by a clock that nobody sets.
 */
type Watched = { token: string; first: number; since: number; patienceMs: number }

const watched = (
  path: string,
  lock: LockContent | 'unreadable',
  { known, patienceMs }: { known: Watched | undefined; patienceMs: number },
): Watched => {
  const token = tokenOf(lock)
  if (known?.token === token) return known
  return { token, first: lastSignOfLife(path), since: performance.now(), patienceMs }
}

const tokenOf = (lock: LockContent | 'unreadable'): string =>
  lock === 'unreadable' ? lock : lock.token

const isSilent = (path: string, forMs: number, seen: Watched | undefined): boolean => {
  const last = lastSignOfLife(path)
  if (Date.now() - last > forMs) return true
  return seen !== undefined && last === seen.first && performance.now() - seen.since > forMs
}

const isStale = (path: string, lock: LockContent | 'unreadable', seen?: Watched): boolean => {
  if (lock === 'unreadable') return isSilent(path, 2_000, seen)
  const life = lifeOf(lock)
  if (life !== 'unknown') return life === 'dead'
  return isSilent(path, seen?.patienceMs ?? SILENCE_MS, seen)
}

/** Where its process cannot be looked at, a heartbeat seen since we came is the proof. */
const isAlive = (path: string, lock: LockContent, seen: Watched): boolean => {
  const life = lifeOf(lock)
  return life === 'alive' || (life === 'unknown' && lastSignOfLife(path) !== seen.first)
}

/**
 * Removes a stale lock. Two processes may both have seen it as stale: only the one that creates
 * the claim for that very lock may remove it, and it looks again first, so a lock that a third
 * process took in between is never removed.
 */
export const removeStale = (
  path: string,
  stale: LockContent | 'unreadable',
  own: LockContent,
  seen?: Watched,
): void => {
  const token = tokenOf(stale)
  const claim = `${path}.${token}.claim`
  if (!createExclusively(claim, own)) {
    const holder = readLock(claim)
    if (holder !== undefined && isStale(claim, holder)) rmSync(claim, { force: true })
    return
  }
  try {
    const now = readLock(path)
    const unchanged =
      stale === 'unreadable' || now === 'unreadable' ? now === stale : now?.token === token
    if (unchanged && now !== undefined && isStale(path, now, seen)) rmSync(path, { force: true })
  } finally {
    rmSync(claim, { force: true })
  }
}

export type DirectoryLock = { release(): void }

const hold = (path: string, own: LockContent): DirectoryLock => {
  const heartbeat = setInterval(() => {
    const now = new Date()
    try {
      utimesSync(path, now, now)
    } catch {
      // Removed under us: nothing to keep alive, and release() will notice by the token.
    }
  }, HEARTBEAT_MS)
  heartbeat.unref()
  return {
    release: () => {
      clearInterval(heartbeat)
      const lock = readLock(path)
      if (lock !== undefined && lock !== 'unreadable' && lock.token === own.token) {
        rmSync(path, { force: true })
      }
    },
  }
}

/**
 * Makes this process the only one that opens `directory` (which must exist). A lock left by a
 * killed process is taken over; one of a living process is refused.
 *
 * @throws DirectoryInUseError
 */
export const lockDirectory = async (
  directory: string,
  { patienceMs = SILENCE_MS } = {},
): Promise<DirectoryLock> => {
  const path = join(directory, LOCK_FILE)
  const own = { ...identifyProcess(), token: randomUUID(), since: new Date().toISOString() }
  let seen: Watched | undefined
  for (;;) {
    if (createExclusively(path, own)) return hold(path, own)
    const lock = readLock(path)
    if (lock === undefined) continue
    seen = watched(path, lock, { known: seen, patienceMs })
    if (isStale(path, lock, seen)) {
      removeStale(path, lock, own, seen)
    } else if (lock !== 'unreadable' && isAlive(path, lock, seen)) {
      throw new DirectoryInUseError(lock.pid, directory)
    }
    await sleep(50)
  }
}
