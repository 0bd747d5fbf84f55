import { createHash } from 'node:crypto'
import type { MemoryKind } from '@teamlore/shared/memories'
import { readMarker } from '../text/agents-md-marker.ts'
import { entryLine } from './entry-text.ts'

export type Entry = { id: string; kind: MemoryKind; text: string }

/** Headings of the kinds, in the order in which they are written. */
export const KIND_HEADINGS: Record<MemoryKind, string> = {
  decision: '### Decisions',
  invariant: '### What must stay so',
  gotcha: '### Gotchas',
  convention: '### Conventions',
  graveyard: '### Tried and given up',
}
export const KIND_ORDER = Object.keys(KIND_HEADINGS) as MemoryKind[]

const TITLE = '## What the team knows'
const INTRO =
  'Written by `lore agents-md export` from reviewed memories. What is changed or added in here is proposed to the team by `lore agents-md import`.'
const NOTHING = 'Nothing is to be said here yet.'
const OWN_LINES = new Set([TITLE, INTRO, NOTHING, ...Object.values(KIND_HEADINGS), ''])

/** Whether a line is one that every export writes, whatever it holds. */
export const isOwnLine = (line: string): boolean => OWN_LINES.has(line.trim())

const END = '<!-- teamlore:end -->'
const BEGIN_LINE = /^[ \t]*<!-- teamlore:begin(?: ([0-9a-f]{12}))? -->[ \t]*$/
const END_LINE = /^[ \t]*<!-- teamlore:end -->[ \t]*$/

/** The lines between the two marks of a section. */
export const bodyOf = (entries: readonly Entry[]): string[] => {
  const lines = [TITLE, '', INTRO]
  for (const kind of KIND_ORDER) {
    const own = entries.filter((entry) => entry.kind === kind)
    if (own.length === 0) continue
    lines.push('', KIND_HEADINGS[kind], '')
    lines.push(...own.map(({ id, text }) => entryLine(id, text)))
  }
  if (entries.length === 0) lines.push('', NOTHING)
  return lines
}

/** Names an export by what it says. */
export const exportOf = (body: readonly string[]): string =>
  createHash('sha256').update(body.join('\n')).digest('hex').slice(0, 12)

export const sectionLines = (exportHash: string, body: readonly string[]): string[] => [
  `<!-- teamlore:begin ${exportHash} -->`,
  ...body,
  END,
]

type Section = { kind: 'section'; export: string | undefined; body: string[]; raw: string[] }
type Prose = { kind: 'text'; raw: string[] }
export type Part = Section | Prose

const bare = (line: string): string => line.replace(/\r$/, '')

/** Lines that stand in a fence: whatever they say is shown, not meant. A fence that never ends is none. */
const fencedLines = (lines: readonly string[]): Set<number> => {
  const fenced = new Set<number>()
  let open: { mark: string; at: number } | undefined
  lines.forEach((line, at) => {
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? []
    if (open === undefined) {
      if (mark !== undefined) open = { mark, at }
      return
    }
    if (mark === undefined || mark[0] !== open.mark[0] || mark.length < open.mark.length) return
    if (bare(line).trim() !== mark) return
    for (let i = open.at; i <= at; i += 1) fenced.add(i)
    open = undefined
  })
  return fenced
}

/** Whether a line may belong to a section of which one mark is missing. */
const mayBelong = (line: string): boolean => isOwnLine(line) || /^[ \t]*[-*] /.test(line)

/** A file in parts, so that putting the `raw` lines together again gives the file. */
export const partsOf = (text: string): Part[] => {
  const lines = text.split('\n')
  const fenced = fencedLines(lines)
  const says = (at: number, mark: RegExp): boolean =>
    at < lines.length && !fenced.has(at) && mark.test(bare(lines[at] ?? ''))
  const parts: Part[] = []
  let prose: string[] = []
  const close = () => {
    if (prose.length > 0) parts.push({ kind: 'text', raw: prose })
    prose = []
  }
  let at = 0
  while (at < lines.length) {
    if (says(at, END_LINE)) {
      // The mark that begins it is gone: what was written above the end is ours as far as it looks so.
      const first = beginOfOrphan(prose.map(bare))
      const own = prose.splice(first)
      close()
      const raw = [...own, lines[at] ?? '']
      parts.push({ kind: 'section', export: undefined, body: own.map(bare), raw })
      at += 1
      continue
    }
    if (!says(at, BEGIN_LINE)) {
      prose.push(lines[at] ?? '')
      at += 1
      continue
    }
    close()
    const end = endOf(at, lines, says)
    const [, hash] = BEGIN_LINE.exec(bare(lines[at] ?? '')) ?? []
    const raw = lines.slice(at, end.next)
    const body = lines.slice(at + 1, end.last + 1).map(bare)
    parts.push({ kind: 'section', export: hash, body, raw })
    at = end.next
  }
  close()
  return parts
}

type Says = (at: number, mark: RegExp) => boolean

/** Where a section ends: at its mark; without one, behind the last line that is surely ours. */
const endOf = (
  begin: number,
  lines: readonly string[],
  says: Says,
): { last: number; next: number } => {
  let lastOwn = begin
  for (let at = begin + 1; at < lines.length; at += 1) {
    if (says(at, END_LINE)) return { last: at - 1, next: at + 1 }
    if (says(at, BEGIN_LINE)) break
    const line = bare(lines[at] ?? '')
    if (readMarker(line) !== undefined || (isOwnLine(line) && line.trim() !== '')) lastOwn = at
  }
  return { last: lastOwn, next: lastOwn + 1 }
}

/** Where, above an end without a beginning, the section begins. */
const beginOfOrphan = (above: readonly string[]): number => {
  let at = above.length
  while (at > 0 && mayBelong(above[at - 1] ?? '')) at -= 1
  for (let i = at; i < above.length; i += 1) {
    const line = above[i] ?? ''
    if (readMarker(line) !== undefined || (isOwnLine(line) && line.trim() !== '')) return i
  }
  return above.length
}

export const joinParts = (parts: readonly Part[]): string =>
  parts.flatMap(({ raw }) => raw).join('\n')

/** What a file says outside of its sections. */
export const proseOf = (parts: readonly Part[]): string =>
  parts.flatMap((part) => (part.kind === 'text' ? part.raw : [])).join('\n')
