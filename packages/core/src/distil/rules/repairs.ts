import type { Activity } from '../transcript/activity.ts'
import type { DistilledObservation } from '../transcript/distil.types.ts'
import { FOUND_BEFORE, isDefect } from './before-the-change.ts'

const isOpen = ({ origin, purpose, title }: DistilledObservation): boolean =>
  origin === 'agent' &&
  purpose === 'finding' &&
  isDefect({ text: title, heading: '', label: '', speaker: 'assistant' })

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Whether an edit is of a file that the finding read, changed or names. */
const concerns = (
  path: string,
  { filesRead, filesModified, title, narrative }: DistilledObservation,
) =>
  filesRead.includes(path) ||
  filesModified.includes(path) ||
  `${title} ${narrative}`.includes(nameOf(path))

/** What a range found wrong in a file is repaired by a later range that edits it: from then on it is a record, and no finding. */
export const createRepairs = () => {
  const open = new Set<string>()
  return {
    /** @returns the observations so far, with those changed that the edits of this range repair. */
    follow: (
      earlier: readonly DistilledObservation[],
      found: readonly DistilledObservation[],
      { steps }: Activity,
    ): DistilledObservation[] => {
      const edited = steps.flatMap((step) => (step.kind === 'edit' ? [step.path] : []))
      const followed = earlier.map((one): DistilledObservation => {
        if (!open.has(one.key) || !edited.some((path) => concerns(path, one))) return one
        open.delete(one.key)
        return { ...one, purpose: 'work', type: 'bugfix', subtitle: FOUND_BEFORE }
      })
      for (const one of found) if (isOpen(one)) open.add(one.key)
      return followed
    },
  }
}
