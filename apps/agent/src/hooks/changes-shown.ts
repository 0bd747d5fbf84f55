import { type DiffLine, diffLines } from '@teamlore/shared/line-diff'

const CONTEXT = 2

/** What changed between two texts, with a little around it. */
export const changesShown = (before: string, after: string): DiffLine[] => {
  const lines = diffLines(before, after)
  return lines.filter((_, index) =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ sign }) => sign !== ' '),
  )
}
