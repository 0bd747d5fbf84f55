import type { FileFacts, FoundImport } from '../reading/graph.types.ts'

/** What resolving may look at: names of all files, texts of a few, and what was found in the code. */
export type Repository = {
  paths: ReadonlySet<string>
  /** Of configuration files only; read before resolving begins. */
  textOf: (path: string) => string | undefined
  facts: ReadonlyMap<string, FileFacts>
}

/** Files that an import leads to; `elsewhere`: another package's; `missing`: one of ours that is not there. */
export type Resolved = string[] | 'elsewhere' | 'missing'

export type Resolve = (from: string, found: FoundImport) => Resolved

export const folderOf = (path: string): string => {
  const cut = path.lastIndexOf('/')
  return cut < 0 ? '' : path.slice(0, cut)
}

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Undefined where it would lead out of the repository. */
export const joined = (folder: string, path: string): string | undefined => {
  const parts = folder === '' ? [] : folder.split('/')
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}

/** From a folder up to the top, itself included. */
export const foldersUp = (folder: string): string[] => {
  const all = [folder]
  for (let at = folder; at !== ''; ) {
    at = folderOf(at)
    all.push(at)
  }
  return all
}

export const within = (folder: string, name: string): string =>
  folder === '' ? name : `${folder}/${name}`
