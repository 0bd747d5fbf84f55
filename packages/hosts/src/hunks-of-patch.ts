import { CHANGE_LIMITS, type ChangedLines } from '@teamlore/shared/change-report'

const HEAD = /^@@ -(\d{1,8})(?:,(\d{1,8}))? \+(\d{1,8})(?:,(\d{1,8}))? @@ ?(.*)$/

type Run = { oldFrom: number; oldLines: number; newFrom: number; newLines: number }

const changedLines = (run: Run, within: string): ChangedLines => ({
  // Where nothing is taken away, the line before it is named, as git does.
  old_from: run.oldLines === 0 ? run.oldFrom - 1 : run.oldFrom,
  old_lines: run.oldLines,
  new_from: run.newLines === 0 ? run.newFrom - 1 : run.newFrom,
  new_lines: run.newLines,
  ...(within === '' ? {} : { within: within.slice(0, 500) }),
})

type Place = { old: number; new: number; within: string }

/** Where the lines after a head begin. Of a side without lines git names the line before. */
const placeOf = (line: string): Place | undefined => {
  const head = HEAD.exec(line)
  if (head === null) return undefined
  const [, old, oldLines, added, newLines, within = ''] = head
  return {
    old: Number(old) + (oldLines === '0' ? 1 : 0),
    new: Number(added) + (newLines === '0' ? 1 : 0),
    within: within.trim(),
  }
}

const createRuns = () => {
  const hunks: ChangedLines[] = []
  let run: Run | undefined
  return {
    hunks,
    end(within: string) {
      if (run !== undefined) hunks.push(changedLines(run, within))
      run = undefined
    },
    add(sign: '-' | '+', at: Place) {
      run ??= { oldFrom: at.old, oldLines: 0, newFrom: at.new, newLines: 0 }
      if (sign === '-') run.oldLines += 1
      else run.newLines += 1
    },
  }
}

/** Takes in one line below a head. */
const step = (runs: ReturnType<typeof createRuns>, at: Place, sign: string | undefined): void => {
  if (sign === '-' || sign === '+') runs.add(sign, at)
  else if (sign === ' ') runs.end(at.within)
  if (sign === '-' || sign === ' ') at.old += 1
  if (sign === '+' || sign === ' ') at.new += 1
}

/**
 * The runs of changed lines of a patch, without the lines around them that a host shows along. Null where it is no patch, or too long
 * a one, so that the file counts as a whole.
 */
export const hunksOfPatch = (patch: string): ChangedLines[] | null => {
  const runs = createRuns()
  let at: Place | undefined
  for (const line of patch.split('\n')) {
    const next = placeOf(line)
    if (next !== undefined) {
      runs.end(at?.within ?? '')
      at = next
    } else if (at === undefined) return null
    else step(runs, at, line[0])
  }
  runs.end(at?.within ?? '')
  return runs.hunks.length > CHANGE_LIMITS.maxHunks ? null : runs.hunks
}
