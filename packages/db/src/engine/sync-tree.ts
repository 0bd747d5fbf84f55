import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Brings everything below `folder`, and the names in it, to the disk. */
export const syncTree = (folder: string): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else if (entry.isFile()) syncPath(path, 'r+')
  }
  // Windows cannot open a directory, and does not need to.
  if (process.platform !== 'win32') syncPath(folder, 'r')
}

const syncPath = (path: string, flags: 'r' | 'r+'): void => {
  const file = openSync(path, flags)
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
