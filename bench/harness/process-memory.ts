import { existsSync, readFileSync } from 'node:fs'
import { usageOf } from './process-usage.ts'

const MIB = 2 ** 20

export type Memory = { rss: number; pss: number | null; private: number | null }

/** In MiB. Of RSS, what other processes use too is counted in each of them; PSS counts the share, private what it alone has. */
export const memoryOf = (pid: number): Memory => {
  const file = `/proc/${pid}/smaps_rollup`
  if (!existsSync(file)) return { rss: mib(usageOf(pid).rssBytes), pss: null, private: null }
  const text = readFileSync(file, 'utf8')
  const of = (name: string) => kibibytes(text, name) * 1_024
  return {
    rss: mib(of('Rss')),
    pss: mib(of('Pss')),
    private: mib(of('Private_Clean') + of('Private_Dirty')),
  }
}

const PARTS = {
  files: 'Node and its libraries',
  onnx: 'ONNX runtime, weights',
  wasm: 'PGlite WASM memory',
  code: 'compiled code',
  anonymous: 'anonymous',
} as const

export type MappedParts = Record<(typeof PARTS)[keyof typeof PARTS], number>

/** What of the resident memory is mapped for what, in bytes; undefined where the system does not say. */
export const mappedParts = (pid: number): MappedParts | undefined => {
  const file = `/proc/${pid}/smaps`
  if (!existsSync(file)) return undefined
  const parts = Object.fromEntries(Object.values(PARTS).map((name) => [name, 0])) as MappedParts
  const mappings = readMappings(readFileSync(file, 'utf8'))
  mappings.forEach((mapping, index) => {
    parts[partOf(mapping, mappings[index + 1])] += mapping.rss
  })
  return parts
}

type Mapping = { start: number; end: number; rights: string; path: string; rss: number }

const readMappings = (text: string): Mapping[] =>
  text.split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m).flatMap((entry) => {
    const head = /^([0-9a-f]+)-([0-9a-f]+) (\S+) \S+ \S+ \d+ *(.*)$/m.exec(entry)
    if (head === null) return []
    const [, start = '', end = '', rights = '', path = ''] = head
    const rss = kibibytes(entry, 'Rss') * 1_024
    return [{ start: Number.parseInt(start, 16), end: Number.parseInt(end, 16), rights, path, rss }]
  })

/** V8 keeps so much address space free behind a WASM memory that no check of bounds is needed. */
const GUARD_BYTES = 1_000 * MIB

const partOf = (
  mapping: Mapping,
  next: Mapping | undefined,
): (typeof PARTS)[keyof typeof PARTS] => {
  const { path, rights, end } = mapping
  if (/onnx|\.safetensors$/.test(path)) return PARTS.onnx
  if (path.startsWith('/')) return PARTS.files
  if (rights.includes('x')) return PARTS.code
  const guarded = next?.start === end && next.rights.startsWith('---')
  return guarded && next.end - next.start > GUARD_BYTES ? PARTS.wasm : PARTS.anonymous
}

const kibibytes = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0)

export const mib = (bytes: number): number => Math.round(bytes / MIB)
