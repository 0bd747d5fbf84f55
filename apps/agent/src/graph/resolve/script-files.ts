import { parse } from 'jsonc-parser'
import { joined, type Repository, within } from './repository.ts'

const ENDINGS = ['.ts', '.tsx', '.d.ts', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs']
/** What is written in an import for the file that a compiler will make. */
const SOURCES: Record<string, string[]> = {
  '.js': ['.ts', '.tsx', '.d.ts', '.jsx'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
}
/** Folders of built files, and where the sources of these lie. */
const BUILT = /(^|\/)(?:dist|build|lib|out)(?:\/(?:esm|cjs|types|src))?\//

export type Json = { [key: string]: unknown }

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every string a condition of `exports` or `imports` leads to, in their order. */
export const targetsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(targetsOf)
  return isObject(value) ? Object.values(value).flatMap(targetsOf) : []
}

/** What `*` stands for, or undefined when the pattern says something else. */
export const starOf = (pattern: string, spec: string): string | undefined => {
  const star = pattern.indexOf('*')
  if (star < 0) return pattern === spec ? '' : undefined
  const before = pattern.slice(0, star)
  const after = pattern.slice(star + 1)
  const fits =
    spec.length >= before.length + after.length && spec.startsWith(before) && spec.endsWith(after)
  return fits ? spec.slice(before.length, spec.length - after.length) : undefined
}

export type ScriptFiles = ReturnType<typeof createScriptFiles>

/** Files as imports name them: without an ending, with that of what a compiler makes, or as a folder. */
export const createScriptFiles = ({ paths, textOf }: Repository) => {
  const fileAt = (path: string | undefined): string | undefined => {
    if (path === undefined) return undefined
    if (paths.has(path)) return path
    const ending = /\.[cm]?jsx?$/.exec(path)?.[0] ?? ''
    const bare = ending === '' ? path : path.slice(0, -ending.length)
    return [
      ...(SOURCES[ending] ?? []).map((other) => bare + other),
      ...ENDINGS.map((other) => path + other),
      ...ENDINGS.map((other) => within(path, `index${other}`)),
    ].find((candidate) => paths.has(candidate))
  }
  const sourceOf = (folder: string, target: string): string | undefined => {
    const path = joined(folder, target)
    return (
      fileAt(path) ?? fileAt(path?.replace(BUILT, '$1src/')) ?? fileAt(path?.replace(BUILT, '$1'))
    )
  }
  const known = new Map<string, Json>()
  const jsonOf = (path: string): Json => {
    const before = known.get(path)
    if (before !== undefined) return before
    const value: unknown = parse(textOf(path) ?? '{}', [], { allowTrailingComma: true })
    const json = isObject(value) ? value : {}
    known.set(path, json)
    return json
  }
  /** Through the map of a manifest, whose keys may hold a star. */
  const mapped = (map: unknown, key: string, folder: string): string | undefined => {
    if (!isObject(map)) return undefined
    for (const [pattern, value] of Object.entries(map)) {
      const star = starOf(pattern, key)
      if (star === undefined) continue
      for (const target of targetsOf(value)) {
        const found = sourceOf(folder, target.replaceAll('*', star))
        if (found !== undefined) return found
      }
    }
    return undefined
  }
  return { paths, fileAt, sourceOf, jsonOf, mapped }
}
