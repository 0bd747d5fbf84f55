import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isFolder } from '../files/is-folder.ts'
import { whyHidden } from '../files/why-unread.ts'
import type { Found } from '../source.ts'

export { isFolder }

export const existingFolders = async (paths: readonly string[]): Promise<string[]> => {
  const checked = await Promise.all(paths.map(async (path) => ((await isFolder(path)) ? path : '')))
  return [...new Set(checked.filter((path) => path !== ''))]
}

/** Everything in a tool's own places, and those that cannot even be looked at; none of what is not there. */
export async function* findInPlaces(
  places: readonly string[],
  findUnder: (folder: string) => AsyncIterable<Found>,
): AsyncGenerator<Found> {
  for (const path of places) {
    const hidden = await whyHidden(path)
    if (hidden !== undefined) yield { path, ...hidden }
    else if (await isFolder(path)) yield* findUnder(path)
  }
}

/** Folders directly in another, in the order of their names; none when there is no such folder. */
export const foldersIn = async (path: string): Promise<string[]> => {
  try {
    const entries = await readdir(path, { withFileTypes: true })
    return entries
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(path, name))
      .sort()
  } catch {
    return []
  }
}

/** Changes whenever one of the files does, comes or goes. */
export const versionOf = async (paths: readonly string[]): Promise<string> => {
  const parts = await Promise.all(
    paths.map(async (path) => {
      try {
        const { size, mtimeMs, ino } = await stat(path)
        return `${size}:${mtimeMs}:${ino}`
      } catch {
        return '-'
      }
    }),
  )
  return parts.join(' ')
}
