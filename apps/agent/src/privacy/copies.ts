import { dirname, join } from 'node:path'
import type { Copy } from '@teamlore/sources/source'
import { isThere } from './expanded-paths.ts'

/** Where calls of a session put what is not captured. Paths are absolute. */
export type Copies = {
  add: (copy: Copy) => void
  noteOf: (path: string) => string | undefined
  /** Those added since the last time it was asked. */
  news: () => Copy[]
}

const MAX_COPIES = 1_000
const MAX_UP = 40

export const createCopies = (): Copies => {
  const known = new Map<string, Copy>()
  let fresh: Copy[] = []
  return {
    add: (copy) => {
      if (known.size >= MAX_COPIES || /^\/dev\//.test(copy.path)) return
      if (known.get(copy.path)?.isTree !== true) known.set(copy.path, copy)
      fresh.push(copy)
    },
    noteOf: (path) => {
      if (known.size === 0) return undefined
      const own = known.get(path)
      if (own !== undefined) return own.note
      let folder = dirname(path)
      for (let turn = 0; turn < MAX_UP && dirname(folder) !== folder; turn++) {
        const above = known.get(folder)
        if (above?.isTree === true) return above.note
        folder = dirname(folder)
      }
      return undefined
    },
    news: () => {
      const news = fresh
      fresh = []
      return news
    },
  }
}

type Copying = Omit<Copy, 'path'> & {
  name: string
  target: string
  /** Whether the target can only be a folder. */
  isInto: boolean
}

/** What a file or folder of that name becomes where it is copied: a target may be its new name, or the folder it goes into. */
export const copiesAt = ({ name, target, isInto, ...copy }: Copying): Copy[] => {
  const within = { ...copy, path: join(target, name) }
  return isInto || isThere(within.path) ? [within] : [within, { ...copy, path: target }]
}
