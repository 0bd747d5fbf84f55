import type { BlameRow } from '@teamlore/db'
import type { Blamed } from '@teamlore/shared/blame'

/** What is said of a line alone, before it is put into words. */
export type Judged = Pick<Blamed, 'origin' | 'confidence' | 'reasons'> & {
  sessionId: string | null
}

/** How sure it is that who wrote the lines on both sides, or on one, wrote the line between. */
const BOTH_SIDES = 0.85
const ONE_SIDE = 0.7
const OTHERS_ON_OTHER_SIDE = 0.5
/** Who asks for one line alone gets what is known of it. */
const ALONE = 0.6

type Line = { row: BlameRow; judged: Judged; path: string; print: string | null }

const isInformative = ({ row, judged, print }: Line): boolean =>
  print !== null && row.is_common !== true && judged.origin !== 'unknown'

/** The nearest line that says something, as long as the file and the commit are the same. */
const nearest = (lines: readonly Line[], from: number, step: 1 | -1): Judged | undefined => {
  const start = lines[from]
  for (let at = from + step; ; at += step) {
    const line = lines[at]
    if (line === undefined || line.path !== start?.path || line.row.sha !== start.row.sha)
      return undefined
    if (isInformative(line)) return line.judged
  }
}

const taken = ({ origin, sessionId }: Judged, confidence: number): Judged => ({
  origin,
  sessionId,
  confidence,
  reasons: ['a line that many write alike; so were the lines beside it in the same commit written'],
})

/**
 * A blank line, a brace and what else stands in many commits says nothing of who wrote it: the lines beside it do, which came with
 * the same commit in the same file.
 */
export const judgedBeside = (lines: readonly Line[]): Judged[] =>
  lines.map((line, at) => {
    const { row, judged, print } = line
    const isWeak = (print === null || row.is_common === true) && row.sha !== null
    return isWeak && !isUnsettled(judged, print) ? beside(lines, at, line) : judged
  })

const beside = (lines: readonly Line[], at: number, { judged, print }: Line): Judged => {
  const [above, below] = [nearest(lines, at, -1), nearest(lines, at, 1)]
  if (above !== undefined && below !== undefined)
    return taken(above, isSame(above, below) ? BOTH_SIDES : OTHERS_ON_OTHER_SIDE)
  const one = above ?? below
  if (one !== undefined) return taken(one, ONE_SIDE)
  return print === null ? judged : { ...judged, confidence: Math.min(ALONE, judged.confidence) }
}

/** The commit is unknown here, or was not looked at. */
const isUnsettled = ({ origin }: Judged, print: string | null): boolean =>
  origin === 'unknown' && print !== null

const isSame = (a: Judged, b: Judged): boolean =>
  a.origin === b.origin && a.sessionId === b.sessionId
