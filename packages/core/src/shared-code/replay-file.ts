import type { CodeChange } from '@teamlore/db'
import type { SharedHunk } from '@teamlore/shared/shared-code'

/** A line of a file: its text where it was told, and the commit that added it where that is known. */
export type ReplayedLine = { text: string | null; sha: string | null; isOfMerge: boolean }

export type Replayed = {
  lines: ReplayedLine[]
  /** False where something before was not told: lines may be missing, also at the end. */
  isWhole: boolean
}

const UNKNOWN: ReplayedLine = { text: null, sha: null, isOfMerge: false }
/** Nobody reads a longer file line by line, and a hunk may say any number. */
const MOST_LINES = 200_000

/**
 * The lines of a file as its changes left them, each with the commit that added it. Of what came before the first change that was
 * told the lines are unknown, and there may be any number of them.
 *
 * @param changes of one file, the newest first; they end with what made it, or where more is not known.
 */
export const replayFile = (
  changes: readonly CodeChange[],
  { isFromStart }: { isFromStart: boolean },
): Replayed => {
  const file: Replayed = { lines: [], isWhole: isFromStart }
  for (const change of changes.toReversed()) {
    if (change.status === 'deleted' || change.status === 'added') {
      file.lines = []
      file.isWhole = true
    }
    // From below, so that what stands above keeps its place.
    for (const hunk of change.hunks.toSorted((a, b) => b.at - a.at)) applyHunk(file, change, hunk)
  }
  return file
}

const applyHunk = (file: Replayed, change: CodeChange, hunk: SharedHunk): void => {
  const end = hunk.at + hunk.removed
  if (end > file.lines.length) {
    file.isWhole = false
    if (end > MOST_LINES) return
    while (file.lines.length < end) file.lines.push(UNKNOWN)
  }
  const [above, below] = [file.lines.slice(0, hunk.at), file.lines.slice(end)]
  file.lines = [...above, ...addedBy(change, hunk), ...below]
}

const addedBy = ({ sha, is_merge }: CodeChange, { added, lines }: SharedHunk): ReplayedLine[] =>
  Array.from({ length: Math.min(added, MOST_LINES) }, (_, n) => ({
    text: lines?.[n] ?? null,
    sha,
    isOfMerge: is_merge,
  }))
