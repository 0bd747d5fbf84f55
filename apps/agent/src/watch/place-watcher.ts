import { sep } from 'node:path'
import type { Source } from '@teamlore/sources/source'
import type { Pacer } from '../pacing/pacer.ts'
import type { Waker } from '../pacing/waker.ts'
import type { Catalog } from './catalog.ts'
import { createFileWatcher } from './file-watcher.ts'
import type { WatchOptions } from './watch.types.ts'

type Deps = {
  options: Pick<WatchOptions, 'onEvent'>
  deps: { now: () => Date }
  sources: readonly Source[]
  waker: Waker
  catalog: Catalog
  pacer: Pacer
}

export type PlaceWatcher = ReturnType<typeof createPlaceWatcher>

/** Turns changes of files into names for the pacer: a known place by its path, anything else by whose folder it is in. */
export const createPlaceWatcher = ({ options, deps, sources, waker, catalog, pacer }: Deps) => {
  let folders: { source: Source; path: string }[] = []
  let isReported = false
  const watcher = createFileWatcher({
    now: () => deps.now().getTime(),
    onChange: (path) => {
      if (catalog.at(path).length > 0) pacer.note(path)
      else
        for (const { source, path: root } of folders)
          if (path === root || path.startsWith(root + sep)) pacer.note(sourceName(source))
      waker.wake()
    },
    onTrouble: (error) => {
      if (!isReported) options.onEvent({ kind: 'not watching', error })
      isReported = true
    },
  })
  return {
    ...watcher,
    /** Tools come and go while this runs. */
    lookForFolders: async () => {
      const before = new Set(folders.map(({ source }) => source))
      const found: typeof folders = []
      for (const source of sources)
        for (const path of await source.watchPaths().catch(() => [])) found.push({ source, path })
      const isFirst = folders.length === 0
      folders = found
      for (const source of new Set(found.map((one) => one.source)))
        if (!isFirst && !before.has(source))
          options.onEvent({ kind: 'tool appeared', label: source.info.label })
      watcher.setRoots(found.map(({ path }) => path))
    },
  }
}

/** What a source is noted as. */
export const sourceName = ({ info }: Source): string => `source ${info.name}`
