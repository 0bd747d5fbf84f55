import { folderOf, joined, within } from './repository.ts'
import { isObject, type Json, type ScriptFiles, starOf, targetsOf } from './script-files.ts'

type Aliases = { base: string; hasBase: boolean; patterns: [string, string[]][] }

const MAX_DEPTH = 5

/** `paths` and `baseUrl` of the nearest tsconfig.json or jsconfig.json, also through what it extends within the repository. */
export const createAliases = ({ paths, fileAt, jsonOf }: ScriptFiles) => {
  const ownOf = (folder: string, options: Json): Aliases | null => {
    const { baseUrl, paths: said } = options
    const hasBase = typeof baseUrl === 'string'
    if (!isObject(said) && !hasBase) return null
    return {
      base: (hasBase ? joined(folder, baseUrl) : folder) ?? folder,
      hasBase,
      patterns: Object.entries(isObject(said) ? said : {}).map(([pattern, targets]) => [
        pattern,
        targetsOf(targets),
      ]),
    }
  }

  const parentAt = (folder: string, parent: string): string | undefined => {
    const at = parent.startsWith('.') ? joined(folder, parent) : undefined
    return [at, at && `${at}.json`].find((one) => one !== undefined && paths.has(one))
  }

  const aliasesIn = (file: string, depth = 0): Aliases | null => {
    const config = jsonOf(file)
    const options = isObject(config['compilerOptions']) ? config['compilerOptions'] : {}
    const own = ownOf(folderOf(file), options)
    if (own !== null || depth >= MAX_DEPTH) return own
    for (const parent of targetsOf(config['extends'])) {
      const next = parentAt(folderOf(file), parent)
      const found = next === undefined ? null : aliasesIn(next, depth + 1)
      if (found !== null) return found
    }
    return null
  }

  const known = new Map<string, Aliases | null>()
  const aliasesFor = (folder: string): Aliases | null => {
    const before = known.get(folder)
    if (before !== undefined) return before
    const own = ['tsconfig.json', 'jsconfig.json']
      .map((name) => within(folder, name))
      .find((one) => paths.has(one))
    const above = () => (folder === '' ? null : aliasesFor(folderOf(folder)))
    const found = (own === undefined ? null : aliasesIn(own)) ?? above()
    known.set(folder, found)
    return found
  }

  const matching = ({ base, patterns }: Aliases, spec: string): string | undefined => {
    for (const [pattern, targets] of patterns) {
      const star = starOf(pattern, spec)
      const paths = star === undefined ? [] : targets.map((target) => target.replace('*', star))
      const found = paths.map((path) => fileAt(joined(base, path))).find((one) => one !== undefined)
      if (found !== undefined) return found
    }
    return undefined
  }

  return (from: string, spec: string): string | undefined => {
    const aliases = aliasesFor(folderOf(from))
    if (aliases === null) return undefined
    const found = matching(aliases, spec)
    return found ?? (aliases.hasBase ? fileAt(joined(aliases.base, spec)) : undefined)
  }
}
