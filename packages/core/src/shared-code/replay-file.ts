import type { CodeChange } from '@teamlore/db'
import type { SharedHunk } from '@teamlore/shared/shared-code'

/** A line of a file: its text where it was sent, and the commit that added it where that is known. */
export type ReplayedLine = { text: string | null; sha: string | null; isOfMerge: boolean }

export type Replayed = {
  total: number
  /** False where something before was not sent: lines may be missing, also at the end. */
  isWhole: boolean
  /** So many lines from an index on. */
  linesFrom: (from: number, count: number) => ReplayedLine[]
}

/** Lines that lie together and were added by one hunk; of unknown ones there is none. A hunk may say any number of them. */
type Run = { count: number; change?: CodeChange; lines: readonly string[] | null; from: number }
type File = { runs: Run[]; total: number; isWhole: boolean }

/** Nobody reads a longer file line by line: what stands below is not followed. */
export const MOST_LINES = 200_000

/**
 * The lines of a file as its changes left them, each with the commit that added it. Of what came before the first change that was
 * sent the lines are unknown, and there may be any number of them.
 *
 * @param changes of one file, the newest first; they end with what made it, or where more is not known.
 */
export const replayFile = (
  changes: readonly CodeChange[],
  { isFromStart }: { isFromStart: boolean },
): Replayed => {
  let file: File = { runs: [], total: 0, isWhole: isFromStart }
  for (const change of changes.toReversed()) {
    const startsOver = change.status === 'deleted' || change.status === 'added'
    file = changed(startsOver ? { runs: [], total: 0, isWhole: true } : file, change)
  }
  return {
    total: file.total,
    isWhole: file.isWhole,
    linesFrom: (from, count) => linesOf(file.runs, from, count),
  }
}

/** Built again in one pass from above, as hunks name lines of the file before. Those that overlap are no difference of anything. */
const changed = (before: File, change: CodeChange): File => {
  const after: File = { runs: [], total: 0, isWhole: before.isWhole }
  const rest = reader(before.runs)
  let at = 0
  for (const hunk of change.hunks.toSorted((a, b) => a.at - b.at)) {
    const end = hunk.at + hunk.removed
    if (end > MOST_LINES || hunk.at < at) {
      after.isWhole = false
      continue
    }
    if (end > before.total) after.isWhole = false
    const kept = rest.take(hunk.at - at)
    for (const run of kept.runs) add(after, run)
    add(after, unknown(hunk.at - at - kept.count))
    rest.take(hunk.removed)
    add(after, addedBy(change, hunk))
    at = end
  }
  for (const run of rest.take(MOST_LINES).runs) add(after, run)
  return after
}

const unknown = (count: number): Run => ({ count, lines: null, from: 0 })
const addedBy = (change: CodeChange, { added, lines }: SharedHunk): Run => ({
  count: added,
  change,
  lines,
  from: 0,
})

const add = (file: File, run: Run): void => {
  const count = Math.min(run.count, MOST_LINES - file.total)
  if (count < run.count) file.isWhole = false
  if (count <= 0) return
  file.runs.push(count === run.count ? run : { ...run, count })
  file.total += count
}

/** Takes lines from above, as many as there are. */
const reader = (runs: readonly Run[]) => {
  let [at, used] = [0, 0]
  return {
    take: (wanted: number): { runs: Run[]; count: number } => {
      const taken: Run[] = []
      let count = 0
      for (let run = runs[at]; run !== undefined && count < wanted; run = runs[at]) {
        const some = Math.min(run.count - used, wanted - count)
        taken.push(some === run.count ? run : { ...run, count: some, from: run.from + used })
        count += some
        used += some
        if (used === run.count) [at, used] = [at + 1, 0]
      }
      return { runs: taken, count }
    },
  }
}

const linesOf = (runs: readonly Run[], from: number, count: number): ReplayedLine[] => {
  const rest = reader(runs)
  rest.take(from)
  return rest.take(count).runs.flatMap((run) =>
    Array.from({ length: run.count }, (_, n) => ({
      text: run.lines?.[run.from + n] ?? null,
      sha: run.change?.sha ?? null,
      isOfMerge: run.change?.is_merge ?? false,
    })),
  )
}
