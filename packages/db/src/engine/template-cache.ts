import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installedVersion } from './pglite-version.ts'

/**
 * Ready-made clusters. Starting a new one from a tar instead of initialising it saves some four
 * seconds of CPU. They can always be made again, so they live among the installed packages.
 */

const KEEP = 4

/** `node_modules/.cache/teamlore` of the install this file belongs to, if it is in one. */
const cacheFolder = (): string | undefined => {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (folder !== dirname(folder)) {
    const modules = join(folder, 'node_modules')
    // Workspaces have a node_modules of their own; the lock file marks the root one.
    if (existsSync(join(modules, '.package-lock.json'))) return join(modules, '.cache', 'teamlore')
    folder = dirname(folder)
  }
  return undefined
}

const templateName = (content: string): string => {
  const key = createHash('sha256')
    .update(installedVersion('@electric-sql/pglite'))
    .update(installedVersion('@electric-sql/pglite-pgvector'))
    .update(content)
  return `cluster-${key.digest('hex').slice(0, 16)}.tar`
}

/** Path of the cached template with this content (a hash; empty for a bare cluster), if there. */
export const findTemplate = (content = ''): string | undefined => {
  const folder = cacheFolder()
  if (folder === undefined) return undefined
  const path = join(folder, templateName(content))
  return existsSync(path) ? path : undefined
}

const prune = (folder: string, keep: string): void => {
  const old = readdirSync(folder)
    .filter((name) => name.startsWith('cluster-') && name !== keep)
    .map((name) => ({ path: join(folder, name), mtime: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => b.mtime - a.mtime)
    .slice(KEEP)
  for (const { path } of old) rmSync(path, { force: true })
}

/** Stores a template for every later `findTemplate` and returns its path. */
export const storeTemplate = (tar: Uint8Array, content = ''): string | undefined => {
  const folder = cacheFolder()
  if (folder === undefined) return undefined
  mkdirSync(folder, { recursive: true })
  const name = templateName(content)
  const path = join(folder, name)
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, tar)
  renameSync(unfinished, path)
  prune(folder, name)
  return path
}
