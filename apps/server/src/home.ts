import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

const LOG_KEPT_BYTES = 20 * 1024 * 1024

export type Home = {
  /** Folder of the embedded database. */
  database: string
  log: string
  /** Folder for files that are being read. */
  uploads: string
  adminKeyFile: string
  writeAdminKey: (key: string) => void
  /** Encrypts what the server must read again; made at the first call. */
  secretKey: () => string
  /** The one that is to take its place; the same until it has. */
  nextSecretKey: () => string
  takeNextSecretKey: () => void
}

export class HomeError extends Error {
  override name = 'HomeError'
}

/** One of these is in every folder that Teamlore has started in. */
const OURS = ['server.log', 'admin-key', 'database']
/** What systems put into a folder that is otherwise empty. */
const NOBODYS = new Set(['lost+found', '.DS_Store'])

/**
 * Makes the data folder, readable by its owner alone: it holds transcripts and a key. A folder that was there keeps the
 * rights it has; what is put into it is its owner's alone all the same.
 * @throws HomeError saying what to do when the folder cannot be used, or is full of somebody else's files.
 */
export const openHome = (folder: string): Home => {
  const adminKeyFile = join(folder, 'admin-key')
  try {
    takeFolder(folder)
    return {
      database: join(folder, 'database'),
      log: freshLog(join(folder, 'server.log')),
      uploads: join(folder, 'uploads'),
      adminKeyFile,
      writeAdminKey: (key) => {
        writeFileSync(adminKeyFile, `${key}\n`, { mode: 0o600 })
        // The mode above counts only for a new file.
        chmodSync(adminKeyFile, 0o600)
      },
      secretKey: () => keptSecret(join(folder, 'secret-key')),
      nextSecretKey: () => keptSecret(join(folder, 'secret-key.next')),
      takeNextSecretKey: () =>
        renameSync(join(folder, 'secret-key.next'), join(folder, 'secret-key')),
    }
  } catch (error) {
    throw explain(error, folder)
  }
}

/** Made once; of two processes that make it at once, the first one's is kept. */
const keptSecret = (file: string): string => {
  try {
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}

const takeFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const names = readdirSync(folder).filter((name) => !NOBODYS.has(name))
  if (names.length === 0 || OURS.some((name) => names.includes(name))) return
  throw new HomeError(
    `TEAMLORE_HOME=${folder} holds files that are not Teamlore's. Choose an empty folder, or one that is not there yet.`,
  )
}

/** One older log is kept; the current one starts again once it has grown large. */
const freshLog = (file: string): string => {
  const { size } = statSync(file, { throwIfNoEntry: false }) ?? { size: 0 }
  if (size > LOG_KEPT_BYTES) renameSync(file, `${file}.1`)
  // Opened here, so that a folder that cannot be written to is reported at once.
  writeFileSync(file, '', { flag: 'a', mode: 0o600 })
  return file
}

const REASONS: Record<string, string> = {
  EACCES: 'cannot be written to by this user',
  EPERM: 'cannot be written to by this user',
  EROFS: 'lies on a disk that can only be read',
  ENOSPC: 'lies on a disk that is full',
  EEXIST: 'is a file, not a folder',
  ENOTDIR: 'lies below a file, not a folder',
  ENOENT: 'cannot be made',
}

const explain = (error: unknown, folder: string): unknown => {
  const reason = REASONS[(error as NodeJS.ErrnoException).code ?? '']
  if (reason === undefined) return error
  return new HomeError(
    `TEAMLORE_HOME=${folder} ${reason}. Choose another folder, or repair this one.`,
    {
      cause: error,
    },
  )
}
