import { type Line, lineEndBehind, linesOf } from './manifest-lines.ts'
import { isOfOtherKind, kindsOfObjects } from './manifest-objects.ts'
import type { Finding } from './redaction.types.ts'
import { isSecretOfManifest, type Judging } from './secret-of-manifest.ts'
import { NEXT_LINE, SLASHES } from './surroundings.ts'

const Q = `${SLASHES}["']?`
const KIND = new RegExp(`kind${Q}:\\s{0,4}${Q}Secret(?![\\w.-])|(?<patch>patch secrets?[ /])`, 'g')
/** How far a manifest reaches in front of its kind and behind it. */
const REACH = 8_000
/** Where another manifest begins. */
const BORDER = /(?:\n|\\n)[^\n\\]{0,16}---(?![\w-])/g
const DATA = new RegExp(
  `(?:(?<![\\w.]|[\\w.]-)|(?<=\\\\[nrt])|(?<=[:-]\\d{1,6}-|\\.ya?ml-))(?:stringData|(?<coded>data))${Q}:[ \\t]{0,4}`,
  'g',
)

type HasSecret = Judging['hasSecret']

/** The values that a Secret of Kubernetes holds, most of them in base64, whatever they are called. */
export const findManifestSecrets = (text: string, hasSecret: HasSecret): Finding[] => {
  const found: Finding[] = []
  let seen = 0
  for (const { index, groups } of text.matchAll(KIND)) {
    const region =
      groups?.['patch'] === undefined
        ? manifestAround(text, index, seen)
        : patchBehind(text, Math.max(seen, index))
    for (const { start, end } of secretsWithin(text, region, hasSecret))
      found.push({ start, end, rule: 'manifest' })
    seen = region.end
  }
  return found
}

function* secretsWithin(text: string, region: Region, hasSecret: HasSecret): Generator<Region> {
  const kinds = kindsOfObjects(text, region)
  const linesBy = new Map<string, Line[]>()
  for (const match of text.slice(region.start, region.end).matchAll(DATA)) {
    const at = region.start + match.index
    const from = at + match[0].length
    const isCoded = match.groups?.['coded'] !== undefined
    if (isOfOtherKind(kinds.get(from))) continue
    const entries =
      text[from] === '{'
        ? entriesBetweenBraces(text, from, region.end)
        : entriesOfLines(text, { at, from, region, linesBy, isCoded })
    for (const { name, start, end } of entries) {
      const value = text.slice(start, end).replace(BETWEEN_LINES, '')
      if (isSecretOfManifest(name, value, { isCoded, hasSecret })) yield { start, end }
    }
  }
}

type Region = { start: number; end: number }

/** Without what was seen already, so that many of them in one text take no longer. */
const manifestAround = (text: string, kind: number, seen: number): Region => {
  const from = Math.max(seen, kind - REACH)
  const before = [...text.slice(from, kind).matchAll(BORDER)].at(-1)
  const ahead = Math.max(seen, kind)
  const reach = Math.max(ahead, Math.min(text.length, kind + REACH))
  const behind = text.slice(ahead, reach).search(BORDER)
  return {
    start: before === undefined ? from : from + before.index,
    end: behind < 0 ? reach : ahead + behind,
  }
}

/** What `kubectl patch` is given: the rest of its line, and of JSON what goes on below. */
const patchBehind = (text: string, start: number): Region => {
  const reach = Math.min(text.length, start + REACH)
  const end = text.slice(start, reach).search(/\n(?![ \t}'"\\])/)
  return { start, end: end < 0 ? reach : start + end }
}

/** A name, and where its value stands. */
type Entry = { name: string; start: number; end: number }

const BETWEEN_LINES = new RegExp(NEXT_LINE, 'g')

const BETWEEN_BRACES = new RegExp(
  `[{,][ \\t]{0,4}(?:${NEXT_LINE})?[ \\t]{0,2}${Q}(?<name>[\\w.-]{1,100})${Q}:[ \\t]{0,8}`,
  'y',
)
const BARE = /[^\s"'\\{},]{0,4000}/y

function* entriesBetweenBraces(text: string, from: number, end: number): Generator<Entry> {
  let at = from
  while (at < end) {
    BETWEEN_BRACES.lastIndex = at
    const match = BETWEEN_BRACES.exec(text)
    if (match === null) return
    const value = valueAt(text, at + match[0].length, BARE)
    yield { name: match.groups?.['name'] ?? '', start: value.start, end: value.end }
    at = value.next + (/^[ \t]{0,8}/.exec(text.slice(value.next, value.next + 8))?.[0].length ?? 0)
  }
}

const QUOTE = /(?<slashes>\\{0,7})(?<quote>["'])/y

/** A value in quotes or without. `next` is what stands behind it. */
const valueAt = (text: string, at: number, plain: RegExp): Region & { next: number } => {
  QUOTE.lastIndex = at
  const opening = QUOTE.exec(text)
  const start = at + (opening?.[0].length ?? 0)
  if (opening !== null) {
    const { slashes = '', quote = '' } = opening.groups ?? {}
    const close = closingOf(text, start, { slashes: slashes.length, quote })
    if (close >= 0) return { start, end: close - slashes.length, next: close + 1 }
  }
  plain.lastIndex = start
  const end = start + (plain.exec(text)?.[0].length ?? 0)
  return { start, end, next: end }
}

/** One with more backslashes in front of it stands within the value. */
const closingOf = (
  text: string,
  from: number,
  { slashes, quote }: { slashes: number; quote: string },
): number => {
  const within = text.slice(from, from + 40_000)
  for (let at = within.indexOf(quote); at >= 0; at = within.indexOf(quote, at + 1)) {
    const before = /\\*$/.exec(within.slice(Math.max(0, at - 16), at))?.[0].length ?? 0
    if (before === slashes) return from + at
  }
  return -1
}

type Block = {
  at: number
  from: number
  region: Region
  linesBy: Map<string, Line[]>
  isCoded: boolean
}

/** Those that stand as far to the right as the first: what stands further left belongs to the manifest again. */
function* entriesOfLines(text: string, block: Block): Generator<Entry> {
  const { at, from, region, linesBy } = block
  const lineEnd = lineEndBehind(text, from)
  if (lineEnd === undefined) return
  const lines = linesBy.get(lineEnd) ?? linesOf(text, region, lineEnd)
  linesBy.set(lineEnd, lines)
  const own = lines.findLastIndex((line) => line.from <= at)
  const head = lines[own]
  if (head === undefined || !/^\s*(?:#|\\{1,7}r$|$)/.test(text.slice(from, head.to))) return
  // In front of the first line of a text within JSON stands something else.
  const column = at - head.from < 8 ? head.column : 0
  if (!isOfSecret(text, lines, { own, column })) return
  yield* entriesBelow(text, lines, { own, column, isCoded: block.isCoded })
}

type Place = { own: number; column: number }

/** Whether the kind that stands beside the data is that of a Secret. Where it is not seen, that of the text counts. */
const isOfSecret = (text: string, lines: readonly Line[], place: Place): boolean => {
  const kind = kindAmong(text, linesBeside(text, lines, place), place.column)
  return kind === undefined || kind === 'Secret'
}

/** Those of the same fields, or of the item of a list that has the data. */
function* linesBeside(
  text: string,
  lines: readonly Line[],
  { own, column }: Place,
): Generator<Line> {
  const isOutside = (line: Line): boolean => line.column < column && !isEmpty(text, line)
  const isItem = (line: Line | undefined): boolean =>
    line?.isItem === true && line.column === column
  for (let index = own - 1; index >= 0 && !isItem(lines[index + 1]); index--) {
    const line = lines[index] as Line
    if (isOutside(line)) break
    yield line
  }
  for (const line of lines.slice(own + 1)) {
    if (isOutside(line) || isItem(line)) return
    yield line
    if (line.isLast) return
  }
}

const KIND_OF_FIELDS = /^["'\\]{0,8}kind["'\\]{0,8}:\s{0,4}["'\\]{0,8}(?<kind>\w{1,60})/

const kindAmong = (text: string, lines: Iterable<Line>, column: number): string | undefined => {
  for (const { column: depth, from, to } of lines) {
    if (depth !== column) continue
    const kind = KIND_OF_FIELDS.exec(text.slice(from, Math.min(to, from + 100)))?.groups?.['kind']
    if (kind !== undefined) return kind
  }
  return undefined
}

/** Nothing, a remark, or a line of a template. */
const isEmpty = (text: string, { from, to }: Line): boolean =>
  /^\s*(?:\\{1,7}r)?(?:$|#|\{\{)/.test(text.slice(from, to))

const NAME = new RegExp(
  `${Q}(?<name>[\\w.-]{1,100})${Q}:(?:[ \\t]{1,8}|(?=[\\r\\n\\\\]|$))(?:![!\\w:.]{1,40}[ \\t]{1,4})?`,
  'y',
)
/** Up to a remark. */
const PLAIN = /(?:(?![ \t]#|[ \t]*(?:\\{1,7}[rn])?(?:[\r\n]|$))[^\n\\"]){0,40000}/y

function* entriesBelow(
  text: string,
  lines: readonly Line[],
  { own, column, isCoded }: Place & { isCoded: boolean },
): Generator<Entry> {
  let depth: number | undefined
  for (let index = own + 1; index < lines.length; index++) {
    const line = lines[index] as Line
    const isSkipped = isEmpty(text, line)
    if (!isSkipped) depth ??= line.column
    if (!isSkipped && line.column < Math.max(depth ?? 0, column + 1)) return
    const entry = !isSkipped && line.column === depth && entryAt(text, lines, { index, isCoded })
    if (entry) yield entry
    if (line.isLast) return
  }
}

/** The one of a line, or of those beneath it. What is no name with a value is none. */
const entryAt = (
  text: string,
  lines: readonly Line[],
  { index, isCoded }: { index: number; isCoded: boolean },
): Entry | undefined => {
  const { from, to } = lines[index] as Line
  NAME.lastIndex = from
  const match = NAME.exec(text)
  const at = from + (match?.[0].length ?? 0)
  if (match === null || at > to) return undefined
  const name = match.groups?.['name'] ?? ''
  const value = valueAt(text, at, PLAIN)
  if (!/^(?:[|>][-+\d]{0,2})?$/.test(text.slice(value.start, value.end)))
    return value.end <= to ? { name, start: value.start, end: value.end } : undefined
  const inside = linesInside(text, lines, index)
  // A file in plain text is looked at as a text.
  return inside !== undefined && (isCoded || inside.count === 1) ? { name, ...inside } : undefined
}

/** What stands further to the right beneath a line. */
const linesInside = (
  text: string,
  lines: readonly Line[],
  index: number,
): (Region & { count: number }) | undefined => {
  const { column } = lines[index] as Line
  const inside: Line[] = []
  for (const line of lines.slice(index + 1)) {
    if (line.from >= line.to) continue
    if (line.column <= column) break
    inside.push(line)
    if (line.isLast) break
  }
  const [first] = inside
  const last = inside.at(-1)
  if (first === undefined || last === undefined) return undefined
  PLAIN.lastIndex = last.from
  const end = last.from + (PLAIN.exec(text)?.[0].length ?? 0)
  return { start: first.from, end, count: inside.length }
}
