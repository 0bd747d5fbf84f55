import type { Activity } from '../activity.ts'
import type { DistilledObservation } from '../distil.types.ts'
import { FOUND_BEFORE, isDefect } from './before-the-change.ts'

const isOpen = ({ origin, purpose, title }: DistilledObservation): boolean =>
  origin === 'agent' &&
  purpose === 'finding' &&
  isDefect({ text: title, heading: '', label: '', speaker: 'assistant' })

/** What a range found wrong is repaired by the next range that edits: from then on it is a record, and no finding. */
export const createRepairs = () => {
  let open = new Set<string>()
  return {
    /** @returns the observations so far, with those changed that the edits of this range repair. */
    follow: (
      earlier: readonly DistilledObservation[],
      found: readonly DistilledObservation[],
      { steps }: Activity,
    ): DistilledObservation[] => {
      const repaired = steps.some(({ kind }) => kind === 'edit') ? open : new Set<string>()
      if (repaired.size > 0) open = new Set()
      for (const one of found) if (isOpen(one)) open.add(one.key)
      return earlier.map((one) =>
        repaired.has(one.key)
          ? { ...one, purpose: 'work', type: 'bugfix', subtitle: FOUND_BEFORE }
          : one,
      )
    },
  }
}
