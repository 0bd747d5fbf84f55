import { resolve } from 'node:path'
import { isFolder } from '../files/is-folder.ts'
import { walkFiles } from '../files/walk-files.ts'
import type { Found, Source } from '../source.ts'
import { existingFolders, findInPlaces } from './folders.ts'

type Options = {
  info: Source['info']
  /** Folders in which the tool keeps its sessions. */
  places: readonly string[]
  /** Names of files that may hold a session. */
  fits: (name: string) => boolean
  /** Which of them count in the tool's own folders, where much else may lie; left out: all. */
  isOwn?: (path: string) => boolean
  /** What may hold the same messages as the file; left out where each file stands for itself. */
  groupOf?: (path: string) => string
  recognises: Source['recognises']
  read: Source['read']
  open?: Source['open']
}

/** A tool that keeps each session in a file of its own, somewhere below its folders. */
export const createFileSource = ({
  info,
  places,
  fits,
  isOwn = () => true,
  groupOf = (path) => path,
  recognises,
  read,
  open,
}: Options): Source => {
  const existing = () => existingFolders(places)

  async function* findUnder(path: string): AsyncGenerator<Found> {
    if (!(await isFolder(path))) yield { path, group: groupOf(path) }
    else
      for await (const found of walkFiles(path, fits))
        yield 'problem' in found ? found : { path: found.path, group: groupOf(found.path) }
  }

  return {
    info,
    isInstalled: async () => (await existing()).length > 0,
    async *find(path) {
      if (path !== undefined) yield* findUnder(resolve(path))
      else
        for await (const found of findInPlaces(places, findUnder))
          if ('problem' in found || isOwn(found.path)) yield found
    },
    recognises,
    read,
    ...(open ? { open } : {}),
    watchPaths: existing,
  }
}
