// A step is skipped when what it was made from has not changed since it last ended well.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const SKIP = new Set([
  'node_modules',
  'dist',
  '.next',
  '.next-path',
  '.next-at',
  '.turbo',
  '.teamlore',
  '.tmp',
  'coverage',
])
/** Files that builds write beside the sources; counting them would make every build the cause of the next. */
const isMade = (name) => SKIP.has(name) || name === 'next-env.d.ts' || name.endsWith('.tsbuildinfo')

/** Every file below the given files and folders, sorted, without what builds make. */
export const filesBelow = (paths) => {
  const found = []
  const visit = (path) => {
    if (!existsSync(path)) return
    if (!statSync(path).isDirectory()) return found.push(path)
    for (const name of readdirSync(path)) if (!isMade(name)) visit(join(path, name))
  }
  for (const path of paths) visit(path)
  return found.sort()
}

export const hashOf = (paths, extra = '') => {
  const hash = createHash('sha256').update(extra)
  for (const file of filesBelow(paths)) hash.update(file).update('\0').update(readFileSync(file))
  return hash.digest('hex')
}

export const isFresh = (stampFile, hash) =>
  existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash

export const writeStamp = (stampFile, hash) => {
  mkdirSync(dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, hash)
}
