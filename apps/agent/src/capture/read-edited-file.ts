import { readFileSync, statSync } from 'node:fs'
import { isAbsolute } from 'node:path'

const MOST_BYTES = 2 * 1024 * 1024
const MOST_FILES = 50

/** Reads files that a session edited as they are now, each once; those that are gone, huge or no files are undefined. */
export const createFileReader = (): ((path: string) => string | undefined) => {
  const known = new Map<string, string | undefined>()
  return (path) => {
    if (!known.has(path)) {
      if (known.size >= MOST_FILES) known.clear()
      known.set(path, readText(path))
    }
    return known.get(path)
  }
}

const readText = (path: string): string | undefined => {
  if (!isAbsolute(path)) return undefined
  try {
    const stat = statSync(path)
    return stat.isFile() && stat.size <= MOST_BYTES ? readFileSync(path, 'utf8') : undefined
  } catch {
    return undefined
  }
}
