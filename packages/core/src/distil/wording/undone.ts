import type { DistilledSummary } from '../transcript/distil.types.ts'
import type { RangeView } from './observations.ts'

/** What was done and undone did not happen: each undo takes back what the last request that changed files had done. */
export const createUndos = () => {
  /** Numbers of the prompts that changed files and were not taken back, in order. */
  const changing: number[] = []
  return {
    /** @returns the summaries without what this range takes back; what was learned by it stays. */
    follow: (
      summaries: readonly DistilledSummary[],
      { range, activity }: Pick<RangeView, 'range' | 'activity'>,
    ): DistilledSummary[] => {
      if (activity.steps.some(({ kind }) => kind === 'edit')) changing.push(range.number)
      const undos = range.messages.filter(({ undoes }) => undoes).length
      const undone = new Set(undos === 0 ? [] : changing.splice(-undos))
      return summaries.flatMap((summary) => {
        if (!undone.has(summary.promptNumber)) return [summary]
        return summary.learned === '' ? [] : [{ ...summary, completed: '' }]
      })
    },
  }
}
