import { lstatSync, readdirSync } from 'node:fs'
import { join, parse, sep } from 'node:path'

const MAX_PATHS = 200
const MAX_ENTRIES = 2_000
const MAX_STARS = 5
const GLOB = /[*?[]/

/** What a path with `*`, `?` or `[a-z]` in it stands for on this disk; itself where it has none. The path is absolute. */
export const expandedPaths = (path: string): string[] => {
  if (!GLOB.test(path)) return [path]
  // To ask a folder of another machine would be to greet that machine.
  if (/^[\\/]{2}/.test(path)) return []
  const { root } = parse(path)
  let found = [root]
  for (const name of path.slice(root.length).split(sep)) {
    found = found
      .flatMap((folder) => {
        if (!GLOB.test(name)) return [join(folder, name)]
        return namesIn(folder, expressionOf(name))
          .filter((one) => name.startsWith('.') || !one.startsWith('.'))
          .map((one) => join(folder, one))
      })
      .slice(0, MAX_PATHS)
  }
  return found
}

/** Whether there is anything. */
export const isThere = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

const namesIn = (folder: string, expression: RegExp): string[] => {
  try {
    return readdirSync(folder)
      .slice(0, MAX_ENTRIES)
      .filter((name) => expression.test(name))
  } catch {
    // No folder, or one that is closed to us.
    return []
  }
}

/** More names than a shell would mean do no harm: each is only asked whether it is kept. */
const expressionOf = (name: string): RegExp => {
  if (name.split('*').length > MAX_STARS) return /^/
  const source = name
    .replace(/\[[^\]]*\]?/g, '?')
    .replace(/\*+/g, '*')
    .split(/([*?])/)
    .map((one) => (one === '*' ? '.*' : one === '?' ? '.' : one.replace(/[.+^${}()|\\]/g, '\\$&')))
    .join('')
  return new RegExp(`^${source}$`, 's')
}
