import { diffLines as compareLines } from '@teamlore/shared/line-diff'
import type { LineChange } from '../turns/changed-lines.ts'

/** The lines two states of a whole file do not have in common, in order: what stayed between two changes is neither. */
export const diffLines = (before: string, after: string): LineChange => {
  const diff = compareLines(before, after)
  const textOf = (wanted: string) =>
    diff.filter(({ sign }) => sign === wanted).map(({ text }) => text)
  return { addedText: textOf('+'), removedText: textOf('-') }
}
