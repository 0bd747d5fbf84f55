import { basename, relative, sep } from 'node:path'
import { type Walked, walkFiles } from '../files/walk-files.ts'

type Options = {
  /** Names under which a tool writes such files. */
  fits: (name: string) => boolean
  /** Whether the first bytes of a file are those of one; asked of all others. Reads little. */
  startsRight: (path: string) => Promise<boolean>
}

export type Candidate = Walked & {
  /** False of a file that only its beginning speaks for: what is wrong with it may concern another program. */
  hasName: boolean
}

/** Folders full of what programs keep for themselves, in which only names are looked at. */
const FULL = new Set(['.git', 'node_modules'])

/** Files below a folder that may be a tool's, under whatever name they go. */
export async function* walkAnyName(
  folder: string,
  { fits, startsRight }: Options,
): AsyncGenerator<Candidate> {
  const isFull = (path: string) =>
    relative(folder, path)
      .split(sep)
      .some((part) => FULL.has(part))
  for await (const found of walkFiles(folder, (name, kind) => kind === 'file' || fits(name))) {
    const hasName = 'problem' in found || fits(basename(found.path))
    if (hasName || (!isFull(found.path) && (await isRight(found.path, startsRight))))
      yield { ...found, hasName }
  }
}

/** A file that cannot be looked into says nothing of whose it is. */
const isRight = (path: string, startsRight: Options['startsRight']): Promise<boolean> =>
  startsRight(path).catch(() => false)
