import type { MemoryKind } from '@teamlore/shared/memories'
import { diff3Merge } from 'node-diff3'
import { wordsOf } from '../memories/same-words.ts'
import { markerOf, readMarker } from '../text/agents-md-marker.ts'
import { entryLine, hashOf, readEntry } from './entry-text.ts'
import {
  bodyOf,
  type Entry,
  exportOf,
  isOwnLine,
  joinParts,
  KIND_HEADINGS,
  KIND_ORDER,
  type Part,
  proseOf,
  sectionLines,
} from './section.ts'

/** What somebody wrote into a section by hand. */
export type Edit =
  /** Another wording; `is_conflict`: the memory changed, too, or does not hold any more. */
  | { type: 'changed'; id: string; kind: MemoryKind; text: string; is_conflict: boolean }
  | { type: 'added'; kind: MemoryKind; text: string }
  | { type: 'deleted'; id: string }

export type Merged = {
  text: string
  /** Names what the team says now; the section's first line has it. */
  export: string
  edits: Edit[]
  /** Sections beyond the first that were put into it. */
  collapsed: number
}

type Marks = { id: string; hash: string; text: string }

const LIST = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/
const CONTINUED = /^[ \t]+(?![-*+#>][ \t]|\d+[.)] )\S/

/** An entry of ours, without its dash. */
const entryOf = (line: string): Marks | undefined => {
  const marked = readMarker(line)
  if (marked === undefined) return undefined
  return { id: marked.id, hash: marked.hash, text: marked.text.replace(LIST, '').trim() }
}

/** As two wordings are compared: how Markdown sets them does not count. */
const plain = (text: string): string => wordsOf(text.replace(/[*_`\\]/g, ''))

/** What a line says and why, whatever its title is. */
const wordsIn = (text: string): string => {
  const { statement, reason } = readEntry(text)
  return `${plain(statement)}\n${plain(reason)}`
}

/** Each item on one line, as formatters of Markdown break them. */
const unwrapped = (lines: readonly string[]): string[] => {
  const out: string[] = []
  for (const line of lines) {
    const before = out.at(-1)
    const goesOn = before !== undefined && LIST.test(before) && readMarker(before) === undefined
    if (goesOn && CONTINUED.test(line)) out[out.length - 1] = `${before} ${line.trim()}`
    else out.push(line)
  }
  return out
}

type IsEdited = (entry: Marks) => boolean

/** All sections of a file as one: what stands twice stands once, and the one that was edited wins. */
const mineOf = (parts: readonly Part[], isEdited: IsEdited): string[] => {
  const sections = parts.filter((part) => part.kind === 'section')
  const lines = sections.flatMap(({ body }, nth) =>
    unwrapped(body).map((line) => ({ line, entry: entryOf(line), isFirst: nth === 0 })),
  )
  const out: string[] = []
  const places = new Map<string, number>()
  for (const { line, entry, isFirst } of lines) {
    const at = entry && places.get(entry.id)
    if (at !== undefined) {
      out[at] = editedOf(out[at] ?? '', line, isEdited)
      continue
    }
    if (entry !== undefined) places.set(entry.id, out.length)
    else if (!isFirst && (isOwnLine(line) || out.includes(line))) continue
    out.push(line)
  }
  return out
}

const editedOf = (kept: string, again: string, isEdited: IsEdited): string => {
  const [first, second] = [entryOf(kept), entryOf(again)]
  return first && second && !isEdited(first) && isEdited(second) ? again : kept
}

/** A line that lost its marker and says what a memory says is that memory's again. */
const marked = (
  mine: readonly string[],
  now: ReadonlyMap<string, Entry>,
  taken: ReadonlyMap<string, string>,
): string[] => {
  const written = new Set(mine.flatMap((line) => entryOf(line)?.id ?? []))
  return mine.map((line) => {
    if (entryOf(line) !== undefined || !hasWords(line)) return line
    const said = now.get(taken.get(wordsIn(line.replace(LIST, ''))) ?? '')
    if (said === undefined || written.has(said.id)) return line
    written.add(said.id)
    return entryLine(said.id, said.text)
  })
}

const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** What the section was before anybody edited it, as far as its own marks still show it. */
const baseOfMarks = (mine: readonly string[]): string[] =>
  mine.filter((line) => {
    const entry = entryOf(line)
    return entry === undefined ? isOwnLine(line) : hashOf(entry.text) === entry.hash
  })

/** Lines of both sides in one order. Of a place that both changed, ours is what theirs does not name; what is of whom is seen to after. */
const bothOf = (
  mine: readonly string[],
  base: readonly string[],
  theirs: readonly string[],
): string[] =>
  diff3Merge([...mine], [...base], [...theirs]).flatMap(({ ok, conflict }) => {
    if (ok) return ok
    if (conflict === undefined) return []
    const { a, o, b } = conflict
    const named = new Set(b.flatMap((line) => entryOf(line)?.id ?? []))
    const before = new Set(o)
    const rest = a.filter((line) => {
      const entry = entryOf(line)
      return entry === undefined ? !before.has(line) && !b.includes(line) : !named.has(entry.id)
    })
    return [...b, ...rest]
  })

export type Merging = {
  parts: readonly Part[]
  /** The entries of the export that the section names; undefined where it is not known. */
  base: readonly Entry[] | undefined
  theirs: readonly Entry[]
}

/**
 * The file with what the team says now, and with what was written by hand kept as it is: an edited entry stays, a deleted one stays
 * away, a line without a marker is somebody's own. What was edited is named, to be proposed.
 */
export const mergeFile = ({ parts, base, theirs }: Merging): Merged => {
  const now = new Map(theirs.map((entry) => [entry.id, entry]))
  const before = new Map((base ?? []).map((entry) => [entry.id, entry]))
  const isEdited: IsEdited = ({ id, hash, text }) =>
    hashOf(text) !== hash && plain(text) !== plain(before.get(id)?.text ?? '')
  const taken = new Map(theirs.map((entry) => [wordsIn(entry.text), entry.id]))
  const mine = marked(mineOf(parts, isEdited), now, taken)
  const written = new Map(mine.flatMap((line) => named(entryOf(line))))
  const elsewhere = idsIn(proseOf(parts))
  const isThere = parts.some(({ kind }) => kind === 'section')
  const deleted = (isThere ? (base ?? []) : []).filter(
    ({ id }) => !written.has(id) && !elsewhere.has(id) && now.has(id),
  )
  const edits: Edit[] = deleted.map(({ id }) => ({ type: 'deleted', id }))
  const seen = new Set([...deleted.map(({ id }) => id), ...elsewhere])
  const settle = (entry: Marks): string | undefined => {
    const said = now.get(entry.id)
    const takenBy = taken.get(wordsIn(entry.text))
    if (hasWords(entry.text) && takenBy !== undefined && takenBy !== entry.id)
      return said && entryLine(said.id, said.text)
    const isSame = said !== undefined && plain(entry.text) === plain(said.text)
    if (isSame || !isEdited(entry)) return said && entryLine(said.id, said.text)
    const is_conflict = said === undefined || hashOf(said.text) !== entry.hash
    const kind = said?.kind ?? before.get(entry.id)?.kind ?? 'decision'
    edits.push({ type: 'changed', id: entry.id, kind, text: entry.text, is_conflict })
    return `- ${entry.text} ${markerOf(entry.id, entry.hash)}`
  }
  const theirBody = bodyOf(theirs)
  const baseBody = base === undefined ? baseOfMarks(mine) : bodyOf(base)
  const settled = bothOf(mine, baseBody, theirBody).flatMap((line) => {
    const entry = entryOf(line)
    // What somebody wrote by hand and the team took over stands there by now.
    if (entry === undefined)
      return hasWords(line) && taken.has(wordsIn(line.replace(LIST, ''))) ? [] : [line]
    if (seen.has(entry.id)) return []
    seen.add(entry.id)
    return settle(written.get(entry.id) ?? entry) ?? []
  })
  // A blank line that went may have left an item beside what reads as its next line.
  const body = unwrapped(tidy(settled))
  edits.push(...addedIn(body))
  const hash = exportOf(theirBody)
  return {
    text: placed(parts, sectionLines(hash, body), theirs.length === 0),
    export: hash,
    edits,
    collapsed: Math.max(0, parts.filter(({ kind }) => kind === 'section').length - 1),
  }
}

/** Entries that somebody moved out of the section. */
const idsIn = (prose: string): Set<string> =>
  new Set(prose.split('\n').flatMap((line) => entryOf(line.replace(/\r$/, ''))?.id ?? []))

const named = (entry: Marks | undefined): [string, Marks][] =>
  entry === undefined ? [] : [[entry.id, entry]]

/** Lines that nobody exported: each item or paragraph is something that somebody wants said. */
const addedIn = (body: readonly string[]): Edit[] => {
  const edits: Edit[] = []
  let kind: MemoryKind = 'decision'
  let isFenced = false
  for (const line of body) {
    kind = KIND_ORDER.find((one) => KIND_HEADINGS[one] === line.trim()) ?? kind
    if (/^ {0,3}(?:`{3,}|~{3,})/.test(line)) isFenced = !isFenced
    const text = line.replace(LIST, '').trim()
    if (isFenced || isOwnLine(line) || /^\s*(?:#|<!--|>|\||`{3}|~{3})/.test(line)) continue
    if (entryOf(line) !== undefined || (text.match(/[\p{L}\p{N}]+/gu) ?? []).length < 3) continue
    edits.push({ type: 'added', kind, text })
  }
  return edits
}

/** Headings over nothing go, and so do blank lines beyond one. */
const tidy = (body: readonly string[]): string[] => {
  const isKind = (line: string) => KIND_ORDER.some((kind) => KIND_HEADINGS[kind] === line.trim())
  const kept = body.filter((line, at) => {
    if (!isKind(line)) return true
    const next = body.slice(at + 1).find((one) => one.trim() !== '')
    return next !== undefined && !isKind(next)
  })
  const out: string[] = []
  for (const line of kept) if (line.trim() !== '' || out.at(-1)?.trim() !== '') out.push(line)
  while (out.at(-1)?.trim() === '') out.pop()
  return out
}

/** Puts the section where the first one was, else at the end of the file; in the file's own kind of line ends. */
const placed = (parts: readonly Part[], section: readonly string[], isEmpty: boolean): string => {
  const whole = joinParts(parts)
  const has = parts.some(({ kind }) => kind === 'section')
  if (!has && isEmpty) return whole
  const cr = (whole.match(/\r\n/g) ?? []).length * 2 > (whole.match(/\n/g) ?? []).length ? '\r' : ''
  const raw = section.map((line) => `${line}${cr}`)
  if (!has) {
    if (whole.trim() === '') return `${raw.join('\n')}\n`
    const gap = whole.endsWith('\n') ? `${cr}\n` : `${cr}\n${cr}\n`
    return `${whole}${gap}${raw.join('\n')}\n`
  }
  let isPlaced = false
  const lines = parts.flatMap((part) => {
    if (part.kind === 'text') return part.raw
    if (isPlaced) return []
    isPlaced = true
    return raw
  })
  // A section that ended the file without a line end gets none either.
  if (parts.at(-1)?.kind === 'section' && !whole.endsWith('\n'))
    return lines.join('\n').replace(/\r$/, '')
  return lines.join('\n')
}
