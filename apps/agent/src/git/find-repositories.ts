import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FollowedRepositories } from './followed-repositories.ts'
import { commonFolder, submodulesOf } from './repository.ts'

type Deps = {
  followed: FollowedRepositories
  /** Folders of sessions that were captured before, with when that was. */
  folders: () => readonly SessionFolder[]
  /** The same from all that is kept of sessions, which takes longer: for the first time. */
  foldersOfAll: () => Promise<readonly SessionFolder[]>
}

type SessionFolder = { root: string; last_session_at: string }

export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Which repositories the folders of sessions belong to. */
export const createRepositoryFinder = ({ followed, folders, foldersOfAll }: Deps) => {
  const commons = new Map<string, string>()
  let hasLooked = false

  /** What is no repository yet may become one: it is asked for again. */
  const note = async (root: string, at: string): Promise<void> => {
    if (root === '' || !(await isThere(join(root, '.git')))) return
    const common = commons.get(root) ?? (await commonFolder(root))
    if (common === null) return
    commons.set(root, common)
    await followed.note(root, common, at)
  }

  return {
    note,
    /** Undefined as long as nobody asked git. */
    commonOf: (root: string): string | undefined => commons.get(root),
    /** Those of sessions, and the submodules of those. */
    findAll: async (): Promise<void> => {
      const known = followed.isNew && !hasLooked ? await foldersOfAll() : []
      hasLooked = true
      for (const { root, last_session_at } of [...known, ...folders()])
        await note(root, last_session_at)
      for (const { root, last_session_at } of followed.all())
        for (const inner of await submodulesOf(root)) await note(inner, last_session_at)
    },
  }
}
