import type { SearchHit, SearchResponse } from '@teamlore/shared'
import { day, plural } from './format.ts'
import { bold, cyan, dim, type Line, match, type Piece, textOf, withText, yellow } from './line.ts'
import { printable } from './printable.ts'
import { truncate } from './text-width.ts'
import { wrapLine } from './wrap.ts'

type Options = { width: number | undefined }

const SNIPPET_LINES = 4

export const searchLines = (response: SearchResponse, options: Options): Line[] =>
  response.items.flatMap((hit, at) => [...(at === 0 ? [] : [[]]), ...hitLines(hit, options)])

const hitLines = (hit: SearchHit, { width }: Options): Line[] => {
  const indent = '  '
  const facts = factsOf(hit)
  const snippet = wrapLine(highlighted(hit.snippet), { width, indent })
  const isCut = snippet.length > SNIPPET_LINES
  return [
    [bold(oneLine(hit.title, width))],
    ...wrapLine([dim(facts), ...standing(hit)], { width, indent }),
    ...snippet.slice(0, SNIPPET_LINES),
    ...(isCut ? [[indent, dim('…')]] : []),
    [indent, cyan(`lore show ${hit.id}`)],
  ]
}

const oneLine = (text: string, width: number | undefined): string =>
  width === undefined ? text : truncate(printable(text), width)

const factsOf = ({ kind, type, occurred_at, project, author, tool }: SearchHit): string =>
  [
    type ?? kind,
    occurred_at === null ? undefined : day(occurred_at),
    project?.name,
    author?.name,
    tool,
  ]
    .filter((fact) => fact !== undefined && fact !== null && fact !== '')
    .join(' · ')

const standing = ({ status }: SearchHit): Piece[] =>
  status === 'current' ? [] : ['  ', yellow(status)]

/** The matched ranges in their own tone. Ranges that make no sense are left plain rather than trusted. */
const highlighted = ({ text, highlights }: SearchHit['snippet']): Line => {
  const line: Piece[] = []
  let at = 0
  for (const [start, end] of highlights.toSorted(([a], [b]) => a - b)) {
    if (start < at || end <= start || end > text.length) continue
    line.push(text.slice(at, start), match(text.slice(start, end)))
    at = end
  }
  return [...line, text.slice(at)]
    .map((piece) => withText(piece, textOf(piece).replace(/\s+/g, ' ')))
    .filter((piece) => piece !== '')
}

/** `3 hits (text, exact; 12 ms)` */
export const hitCount = ({ items, next_cursor, arms, took_ms }: SearchResponse): string =>
  `${plural(items.length, 'hit')}${next_cursor === null ? '' : ', and there are more'} (${[arms.join(', '), `${Math.round(took_ms)} ms`].filter((part) => part !== '').join('; ')})`
