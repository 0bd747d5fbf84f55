import type { DistilledSummary } from './distil.types.ts'
import type { PromptRange } from './prompt-ranges.ts'

/**
 * What was done and undone did not happen: each undo in a range takes back the last change that was summed up, and leaves what
 * was learned by it.
 */
export const withoutUndone = (
  summaries: readonly DistilledSummary[],
  { messages }: Pick<PromptRange, 'messages'>,
): DistilledSummary[] => {
  let left = messages.filter(({ undoes }) => undoes).length
  return summaries
    .toReversed()
    .flatMap((summary) => {
      if (left === 0 || summary.completed === '') return [summary]
      left -= 1
      return summary.learned === '' ? [] : [{ ...summary, completed: '' }]
    })
    .toReversed()
}
