import { chmodSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const LOG_KEPT_BYTES = 20 * 1024 * 1024

export type Home = {
  /** Folder of the embedded database. */
  database: string
  log: string
  adminKeyFile: string
  writeAdminKey: (key: string) => void
}

/** Makes the data folder, readable by its owner alone: it holds transcripts and a key. */
export const openHome = (folder: string): Home => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  const adminKeyFile = join(folder, 'admin-key')
  return {
    database: join(folder, 'database'),
    log: freshLog(join(folder, 'server.log')),
    adminKeyFile,
    writeAdminKey: (key) => {
      writeFileSync(adminKeyFile, `${key}\n`, { mode: 0o600 })
      // The mode above counts only for a new file.
      chmodSync(adminKeyFile, 0o600)
    },
  }
}

/** One older log is kept; the current one starts anew once it has grown large. */
const freshLog = (file: string): string => {
  const { size } = statSync(file, { throwIfNoEntry: false }) ?? { size: 0 }
  if (size > LOG_KEPT_BYTES) renameSync(file, `${file}.1`)
  return file
}
