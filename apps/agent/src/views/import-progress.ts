import type { ImportProgress } from '../capture/import.types.ts'
import { count, plural } from '../output/format.ts'
import { dim, type Line } from '../output/line.ts'
import type { Output } from '../output/output.ts'
import { paceText } from '../output/pace.ts'
import { printable } from '../output/printable.ts'
import { createProgress } from '../output/progress.ts'
import { truncateStart, widthOf } from '../output/text-width.ts'

type Deps = { output: Pick<Output, 'note' | 'transient'>; now: () => Date; verb: string }

/** Shows an import while it runs: how much is done, how fast it goes and what is left of it, and of which tool. */
export const createImportProgress = ({ output, now, verb }: Deps) => {
  let sendingSince: number | undefined
  const shown = (progress: ImportProgress): Shown => ({
    text: progressText(progress, verb),
    pace: paceText({
      done: progress.placesDone,
      total: progress.placesTotal,
      elapsedMs: now().getTime() - (sendingSince ?? now().getTime()),
      unit: 'places',
    }),
    tool: toolText(progress),
  })
  const { update, clear } = createProgress<ImportProgress>({
    output,
    now,
    text: (progress) => {
      const { text, pace, tool } = shown(progress)
      return text + pace + tool
    },
    line: (progress, width) => progressLine(progress, shown(progress), width),
  })
  return {
    update: (progress: ImportProgress): void => {
      if (progress.phase === 'done') return
      if (progress.phase === 'sending') sendingSince ??= now().getTime()
      update(progress)
    },
    clear,
  }
}

type Shown = { text: string; pace: string; tool: string }

const progressText = (progress: ImportProgress, verb: string): string => {
  const { phase, placesTotal, placesDone, sessionsSent, messagesSent } = progress
  if (phase === 'finding') return `Looking for sessions: ${plural(placesTotal, 'place')} so far`
  if (placesDone === placesTotal)
    return `All ${plural(placesTotal, 'place')} read, ${plural(sessionsSent, 'session')} with ${plural(messagesSent, 'message')} ${verb} so far`
  return `${count(placesDone)} of ${plural(placesTotal, 'place')}, ${plural(sessionsSent, 'session')} with ${plural(messagesSent, 'message')} ${verb}`
}

/** Only where there is more than one tool: else it says what was said already. */
const toolText = ({ tool, placesTotal, placesDone }: ImportProgress): string =>
  tool === null || tool.total === placesTotal || placesDone === placesTotal
    ? ''
    : ` (${tool.name}: ${count(tool.done)} of ${plural(tool.total, 'place')})`

/** As much as there is room for: what is left before the tool, the tool before the file. */
const progressLine = (
  { currentFile, placesDone, placesTotal }: ImportProgress,
  { text, pace, tool }: Shown,
  width: number,
): Line => {
  const whole = [text + pace + tool, text + pace, text].find((said) => widthOf(said) <= width)
  if (whole === undefined) return []
  const room = width - widthOf(whole) - 2
  // Less than this of a path says nothing.
  if (currentFile === null || placesDone === placesTotal || room < 12) return [whole]
  return [whole, '  ', dim(truncateStart(printable(currentFile), room))]
}
