import type { AnchoredMemory } from '@teamlore/db'
import type { ChangedFile, ChangedLines, ChangeReason } from '@teamlore/shared/change-report'

type Anchor = AnchoredMemory['anchors'][number]

/** How an anchor bears on a changed file; `line` is one of the file as it will be. */
export type Bearing = {
  by: Exclude<ChangeReason, 'resembles'>
  path: string
  line: number | null
  /** It is about a function that may or may not be the one which changes. */
  isUnsure?: true
  /** It is about a whole function or class, of which some lines change. */
  isOfWhole?: true
}

/** What is said of lines holds a little around them, too: a guard is often put beside what it guards. */
const AROUND = 3

/** The old lines of a hunk; where it only adds, the two that it comes between. */
const oldRange = ({ old_from, old_lines }: ChangedLines): [number, number] =>
  old_lines === 0 ? [old_from, old_from + 1] : [old_from, old_from + old_lines - 1]

const meets = (hunk: ChangedLines, { start_line, end_line }: Anchor): boolean => {
  if (start_line === null) return false
  const [from, to] = oldRange(hunk)
  return from <= (end_line ?? start_line) + AROUND && to >= start_line - AROUND
}

/** Of `Table.load` the last part. */
const nameOf = (symbol: string | null): string | undefined => symbol?.split(/[.#:]+/).at(-1)

/** Whether the function that git names for a hunk is the one that an anchor names. */
const isWithin = ({ within = '' }: ChangedLines, { symbol }: Anchor): boolean => {
  const name = nameOf(symbol)
  const words: string[] = within.match(/[\p{L}\p{N}_$]+/gu) ?? []
  return name !== undefined && words.includes(name)
}

const CONTAINER = /\b(?:class|interface|struct|impl|trait|module|namespace|object|create[A-Z]\w*)\b/

/**
 * Whether a change may be within the function that an anchor names though git does not say so. Of what is in a class, or in a function that makes
 * an object of functions, it names the outer one alone; of lines above the head of a function the one before it.
 */
const mayBeWithin = ({ hunks, words }: ChangedFile, { symbol }: Anchor): boolean => {
  const name = nameOf(symbol)
  if (name === undefined) return false
  return (
    words?.changed.includes(name) === true ||
    words?.kept.includes(name) === true ||
    hunks?.some(({ within = '' }) => CONTAINER.test(within)) === true
  )
}

/** Where the lines of an anchor are once a change is made: the hunks before it move it. */
const lineAfter = (hunks: readonly ChangedLines[], line: number): number => {
  const [inside] = hunks.filter((hunk) => {
    const [from, to] = oldRange(hunk)
    return hunk.old_lines > 0 && from <= line && line <= to
  })
  if (inside !== undefined) return Math.max(1, inside.new_from)
  const moved = hunks
    .filter((hunk) => oldRange(hunk)[1] < line)
    .reduce((sum, { old_lines, new_lines }) => sum + new_lines - old_lines, 0)
  return Math.max(1, line + moved)
}

/** How one anchor bears on a change of its file; undefined where it is about other lines of it. */
const bearingOf = (anchor: Anchor, file: ChangedFile): Bearing | undefined => {
  const { path, status, hunks } = file
  if (status === 'deleted') return { by: 'file_gone', path, line: null }
  // Nothing of what was there changes.
  if (status === 'renamed' && hunks?.length === 0) return undefined
  if (hunks === null || (anchor.start_line === null && anchor.symbol === null))
    return { by: 'file', path, line: null }
  const hunk = hunks.find((one) => meets(one, anchor) || isWithin(one, anchor))
  if (hunk === undefined)
    return anchor.start_line === null && mayBeWithin(file, anchor)
      ? { by: 'file', path, line: null, isUnsure: true }
      : undefined
  if (anchor.start_line === null)
    return { by: 'lines', path, line: Math.max(1, hunk.new_from), isOfWhole: true }
  return { by: 'lines', path, line: Math.max(1, lineAfter(hunks, anchor.start_line)) }
}

const WORTH = { lines: 2, file_gone: 1, file: 0 } as const

/** The best way in which one of a memory's anchors bears on a change. */
export const bestBearing = (
  anchors: readonly Anchor[],
  files: ReadonlyMap<string, ChangedFile>,
): Bearing | undefined =>
  anchors
    .flatMap((anchor) => {
      const file = files.get(anchor.path)
      const found = file && bearingOf(anchor, file)
      return found === undefined ? [] : [found]
    })
    .sort((a, b) => WORTH[b.by] - WORTH[a.by])[0]
