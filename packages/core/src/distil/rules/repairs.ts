import type { Activity } from '../transcript/activity.ts'
import type { DistilledObservation } from '../transcript/distil.types.ts'
import type { RangeView } from '../wording/observations.ts'
import { FOUND_BEFORE, isDefect, isLasting } from './before-the-change.ts'
import { asFixed, changedAfter, isBorneOut } from './fixes.ts'

const isOfDefect = ({ title }: DistilledObservation): boolean =>
  isDefect({ text: title, heading: '', label: '', speaker: 'assistant' })

/** Words of the assistant of how the code is, which an edit may make untrue. */
const isOpen = (one: DistilledObservation): boolean =>
  one.origin === 'agent' &&
  one.purpose === 'finding' &&
  one.type !== 'bugfix' &&
  (isOfDefect(one) || !isLasting(one.title))

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

type Edited = Extract<Activity['steps'][number], { kind: 'edit' }>['path']

/** Whether an edit is of a file that the finding read, changed or names. */
const concerns = (
  path: Edited,
  { filesRead, filesModified, title, narrative }: DistilledObservation,
) =>
  filesRead.includes(path) ||
  filesModified.includes(path) ||
  `${title} ${narrative}`.includes(nameOf(path))

/** Nothing shows what it was about, so any change of code may be the repair. */
const isOfNowhere = ({ filesRead, filesModified }: DistilledObservation): boolean =>
  filesRead.length + filesModified.length === 0

/**
 * What a range found wrong in a file is repaired by a later range that edits it: from then on it says what was wrong and that it was
 * fixed, or it is a record of the work where no more is known. What it said of code that is then changed is not said any more.
 */
export const createRepairs = () => {
  const open = new Set<string>()
  return {
    /** @returns the observations so far, with those changed that the edits of this range repair. */
    follow: (
      earlier: readonly DistilledObservation[],
      found: readonly DistilledObservation[],
      view: RangeView,
    ): DistilledObservation[] => {
      const edited = view.activity.steps.flatMap((step) =>
        step.kind === 'edit' ? [step.path] : [],
      )
      const ofCode = changedAfter(view, 0)
      const followed = earlier.flatMap((one): DistilledObservation[] => {
        if (!open.has(one.key)) return [one]
        const isMeant = edited.some((path) => concerns(path, one))
        if (!isMeant && !(ofCode.length > 0 && isOfNowhere(one))) return [one]
        open.delete(one.key)
        if (!isOfDefect(one)) return []
        if (isMeant && isBorneOut(view, 0)) return [asFixed(one, ofCode)]
        return [{ ...one, purpose: 'work', type: 'bugfix', subtitle: FOUND_BEFORE, claim: null }]
      })
      for (const one of found) if (isOpen(one)) open.add(one.key)
      return followed
    },
  }
}
