import type { AnchoredMemory } from '@teamlore/db'
import type { ChangedFile, ChangedLines, ChangeReason } from '@teamlore/shared/change-report'

type Anchor = AnchoredMemory['anchors'][number]

/** How an anchor bears on a changed file; `line` is one of the file as it will be. */
export type Bearing = { by: Exclude<ChangeReason, 'resembles'>; path: string; line: number | null }

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

/** Whether the function that git names for a hunk is the one that an anchor names. */
const isWithin = ({ within = '' }: ChangedLines, { symbol }: Anchor): boolean => {
  const name = symbol?.split(/[.#:]+/).at(-1)
  const words: string[] = within.match(/[\p{L}\p{N}_$]+/gu) ?? []
  return name !== undefined && words.includes(name)
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
  if (hunk === undefined) return undefined
  const line = anchor.start_line === null ? hunk.new_from : lineAfter(hunks, anchor.start_line)
  return { by: 'lines', path, line: Math.max(1, line) }
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
