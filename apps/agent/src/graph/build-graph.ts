import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CachedFile, GraphCache } from './graph-cache.ts'
import type { CodeFile, FileFacts } from './reading/graph.types.ts'
import { languageOf } from './reading/languages.ts'
import { hashOfText } from './reading/read-code-file.ts'
import { createImportResolver, isConfiguration } from './resolve/resolve-imports.ts'

/** Reads files of a repository, in whatever process; null for one that cannot be read. */
export type ReadCodeFiles = (
  root: string,
  paths: readonly string[],
) => AsyncIterable<{ path: string; facts: FileFacts | null }>

type Deps = {
  listFiles: (root: string) => Promise<string[]>
  readFiles: ReadCodeFiles
  /** What must not be named, by `.loreignore`. */
  isKeptBack: (path: string) => boolean
}

export type BuiltGraph = {
  files: CodeFile[]
  /** Of these files, so many had to be read again. */
  read: number
  kept_back: number
  cache: Record<string, CachedFile>
}

const AT_ONCE = 64

const inBatches = async <T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const waiting = [...items].reverse()
  const next = async (): Promise<void> => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
}

type Looked = {
  kept: Map<string, CachedFile>
  changed: Map<string, { mtime: number; size: number }>
}

/** A file whose time changed but not its content is as it was. */
const lookAt = async (
  root: string,
  paths: readonly string[],
  cached: GraphCache['files'],
): Promise<Looked> => {
  const looked: Looked = { kept: new Map(), changed: new Map() }
  await inBatches(paths, async (path) => {
    const found = await stat(join(root, path)).catch(() => null)
    if (found === null || !found.isFile()) return
    const now = { mtime: found.mtimeMs, size: found.size }
    const before = cached[path]
    if (before?.mtime === now.mtime && before.size === now.size) {
      looked.kept.set(path, before)
      return
    }
    const text =
      before === undefined ? null : await readFile(join(root, path), 'utf8').catch(() => null)
    if (before !== undefined && text !== null && hashOfText(text) === before.facts.hash)
      looked.kept.set(path, { ...now, facts: before.facts })
    else looked.changed.set(path, now)
  })
  return looked
}

/** The code of a repository and how its files import each other. Only what changed since `cache` is read. */
export const buildGraph = async (
  root: string,
  cached: GraphCache['files'],
  { listFiles, readFiles, isKeptBack }: Deps,
): Promise<BuiltGraph> => {
  const listed = await listFiles(root)
  const paths = listed.filter((path) => !isKeptBack(path))
  const code = paths.filter((path) => languageOf(path) !== undefined)
  const { kept, changed } = await lookAt(root, code, cached)
  for await (const { path, facts } of readFiles(root, [...changed.keys()].sort())) {
    const stamp = changed.get(path)
    if (facts !== null && stamp !== undefined) kept.set(path, { ...stamp, facts })
  }
  const facts = new Map(
    code.flatMap((path) => {
      const file = kept.get(path)
      return file === undefined ? [] : [[path, file.facts] as const]
    }),
  )
  const texts = new Map<string, string>()
  await inBatches(paths.filter(isConfiguration), async (path) => {
    const text = await readFile(join(root, path), 'utf8').catch(() => null)
    if (text !== null) texts.set(path, text)
  })
  const resolve = createImportResolver({
    paths: new Set(paths),
    textOf: (path) => texts.get(path),
    facts,
  })
  const files = [...facts].map(([path, one]): CodeFile => {
    const { edges, unresolved } = resolve(path, one)
    const { hash, lines, symbols } = one
    const imports = edges.filter(({ to }) => facts.has(to))
    return { path, language: languageOf(path) ?? '', hash, lines, symbols, imports, unresolved }
  })
  return {
    files,
    read: changed.size,
    kept_back: listed.length - paths.length,
    cache: Object.fromEntries(kept),
  }
}
