import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isFolder } from '../files/is-folder.ts'

export const HISTORY = '.aider.chat.history.md'

const MAX_DEPTH = 5
const MAX_FOLDERS = 5_000
const NEVER = new Set(['node_modules', 'Library', 'AppData', 'vendor', 'target', 'dist', 'build'])

/**
 * Histories in the repositories below a folder. Aider keeps no list of them, so they are looked for, nearest first, not
 * below repositories, and not without end.
 */
export const findHistories = async (root: string): Promise<string[]> => {
  const found: string[] = []
  let level = [root]
  for (let depth = 0, seen = 0; depth <= MAX_DEPTH && level.length > 0; depth++) {
    const below: string[] = []
    for (const folder of level) {
      if (++seen > MAX_FOLDERS) return found.sort()
      const inside = await lookInto(folder)
      if (inside.hasHistory) found.push(join(folder, HISTORY))
      if (!inside.isRepository || folder === root) below.push(...inside.folders)
    }
    level = below
  }
  return found.sort()
}

const lookInto = async (folder: string) => {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return {
      hasHistory: entries.some((entry) => entry.isFile() && entry.name === HISTORY),
      isRepository: entries.some(({ name }) => name === '.git'),
      folders: entries
        .filter(
          (entry) => entry.isDirectory() && !entry.name.startsWith('.') && !NEVER.has(entry.name),
        )
        .map(({ name }) => join(folder, name))
        .sort(),
    }
  } catch {
    return { hasHistory: false, isRepository: false, folders: [] }
  }
}

/** Aider leaves a folder in the home folder wherever it was ever run; without it nobody needs to look for more. */
export const wasRunIn = (home: string): Promise<boolean> => isFolder(join(home, '.aider'))
