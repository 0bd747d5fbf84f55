import { sep } from 'node:path'
import type { Surroundings } from '@teamlore/sources/surroundings'
import { type FSWatcher, watch } from 'chokidar'
import { IGNORE_FILE } from '../privacy/project-ignore.ts'
import {
  type MemoryPlace,
  notesFolders,
  type PersonalFolder,
  PROJECT_PLACES,
  personalFolders,
} from './memory-places.ts'

type Options = {
  surroundings: Pick<Surroundings, 'home' | 'variables'>
  /** Something changed in a folder, named as in `MirroredFolder`. */
  onChange: (root: string) => void
}

/** Files and folders that may be of interest, by their paths: whatever else lies beside them is not looked at. */
type Interest = { root: string; top: string; places: readonly MemoryPlace[] }

const MAX_DEPTH = 5

/**
 * Reports changes of memory files. Of a project only its top folder is watched and the few folders below in which tools
 * look; in others a change is found by the looks from time to time.
 */
export const createMirrorWatcher = ({ surroundings, onChange }: Options) => {
  let watcher: FSWatcher | undefined
  let watched = new Map<string, Interest[]>()
  const interests = (): Interest[] => [...watched.values()].flat()
  const start = (): FSWatcher => {
    const started = watch([], {
      ignoreInitial: true,
      ignorePermissionErrors: true,
      atomic: false,
      // A link may lead anywhere; where it leads within the project is found by the looks from time to time.
      followSymlinks: false,
      depth: MAX_DEPTH,
      ignored: (path) => !interests().some((interest) => isOfInterest(path, interest)),
    })
    for (const event of ['add', 'change', 'unlink', 'unlinkDir'] as const)
      started.on(event, (path) => {
        for (const interest of interests())
          if (isOfInterest(path, interest)) onChange(interest.root)
      })
    // The looks from time to time go on.
    started.on('error', () => undefined)
    return started
  }
  return {
    /** Watches these folders, and no others. */
    setRoots: (roots: readonly string[]): void => {
      const wanted = new Map(roots.map((root) => [root, interestsOf(root, surroundings)]))
      const added = roots
        .filter((root) => !watched.has(root))
        .flatMap((root) => wanted.get(root) ?? [])
      const gone = [...watched]
        .filter(([root]) => !wanted.has(root))
        .flatMap(([, interest]) => interest)
      watched = wanted
      if (added.length > 0) {
        watcher ??= start()
        watcher.add(added.map(({ top }) => top))
      }
      if (gone.length > 0) watcher?.unwatch(gone.map(({ top }) => top))
    },
    close: async (): Promise<void> => watcher?.close(),
  }
}

const interestsOf = (root: string, where: Options['surroundings']): Interest[] => {
  const of = (folders: readonly PersonalFolder[]): Interest[] =>
    folders.map(({ folder, places }) => ({ root, top: folder, places }))
  return root === ''
    ? of(personalFolders(where))
    : [{ root, top: root, places: PROJECT_PLACES }, ...of(notesFolders(where, root))]
}

const isOfInterest = (path: string, { top, places }: Interest): boolean => {
  if (path === top) return true
  const prefix = top.endsWith(sep) ? top : top + sep
  if (!path.startsWith(prefix)) return false
  const inner = path.slice(prefix.length).split(sep).join('/')
  if (inner === IGNORE_FILE) return true
  return places.some((place) =>
    'file' in place
      ? inner === place.file || place.file.startsWith(`${inner}/`)
      : inner === place.folder ||
        place.folder.startsWith(`${inner}/`) ||
        inner.startsWith(`${place.folder}/`),
  )
}
