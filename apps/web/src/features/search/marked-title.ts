import type { SearchHit } from '@teamlore/shared'
import { plainLine, shorten } from '../../lib/format/plain-text.ts'

type Ranges = SearchHit['snippet']['highlights']

export type MarkedTitle = { text: string; ranges: Ranges }

const TITLE_LIMIT = 160

/** A title as one short plain line, with its marks where they belong in that. */
export const markedTitle = (title: string, ranges: Ranges = []): MarkedTitle => {
  const line = plainLine(title)
  const text = shorten(line, TITLE_LIMIT)
  // The sign for what was cut off is no match.
  const end = text === line ? text.length : text.length - 1
  const place = (at: number) => Math.min(line === title ? at : placeIn(title, at), end)
  return { text, ranges: ranges.map(([from, to]) => [place(from), place(to)]) }
}

/** What stands before a place says where it is in the plain line; a sign behind it keeps its spaces. */
const placeIn = (title: string, at: number): number =>
  plainLine(`${title.slice(0, at)}.`).length - 1
