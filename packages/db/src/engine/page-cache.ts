import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Nearly all of what some thousand sessions leave. */
const LEAST_MB = 96
const MOST_MB = 256

/**
 * How many pages the embedded database keeps. What was read once stays, as far as there is room: each page that is read
 * again passes through Node. But WASM zeroes, and so takes, all of it at the start: the cache follows what there is to hold.
 */
export const cacheMegabytes = (databaseMb: number): number =>
  Math.min(MOST_MB, Math.max(LEAST_MB, Math.ceil(databaseMb / 2)))

/** Size of the tables and indexes of a cluster; 0 for one that is yet to be made. */
export const databaseMegabytes = (clusterDir: string): number => {
  const base = join(clusterDir, 'base')
  let bytes = 0
  for (const name of namesIn(base))
    for (const file of namesIn(join(base, name)))
      bytes += statSync(join(base, name, file), { throwIfNoEntry: false })?.size ?? 0
  return bytes / 2 ** 20
}

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
