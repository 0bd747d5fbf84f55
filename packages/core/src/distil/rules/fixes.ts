import { type Claim, storableText } from '@teamlore/shared'
import { topicOf } from '../../statements/topic/index.ts'
import type { Activity } from '../transcript/activity.ts'
import { DISTIL_LIMITS, type DistilledObservation } from '../transcript/distil.types.ts'
import { type RangeView, shortened } from '../wording/observations.ts'

const STILL =
  /\b(?:still (?:fail|happen|see|get|broken|show|occur|not)\w*|not (?:yet )?(?:fixed|solved|working)|(?:could not|couldn't|cannot|can't|unable to) (?:fix|reproduce|verify)|didn't (?:help|work)|did not (?:help|work))\b/i
const NO_CODE = /\.(?:md|mdx|txt|rst|adoc)$|(?:^|\/)(?:CHANGELOG|LICENSE|TODO)/i

type Edits = { path: string; at: number }[]

const editsOf = ({ steps }: Activity): Edits =>
  steps.flatMap((step) => (step.kind === 'edit' && !NO_CODE.test(step.path) ? [step] : []))

/** Files changed after a cause was named, or before, where it is named in the report. */
export const changedAfter = ({ activity }: Pick<RangeView, 'activity'>, at: number): string[] => {
  const edits = editsOf(activity)
  const after = edits.filter((edit) => edit.at >= at)
  return [...new Set((after.length > 0 ? after : edits).map(({ path }) => path))]
}

/** Whether the same turn repaired it: code was changed, no check failed in the end, and nothing that is said last speaks against it. */
export const isBorneOut = (view: Pick<RangeView, 'activity' | 'range'>, at: number): boolean => {
  const { activity, range } = view
  if (changedAfter(view, at).length === 0) return false
  const lastCheck = activity.steps.findLast(({ kind }) => kind === 'check')
  if (lastCheck?.kind === 'check' && lastCheck.failed) return false
  if (range.messages.some(({ undoes }) => undoes)) return false
  const last = range.messages.findLast(({ kind, text }) => kind === 'assistant' && text !== '')
  return last === undefined || !STILL.test(last.text)
}

const IS_TEST = /(?:^|[/_.-])(?:tests?|specs?|__tests__)(?:[/_.-]|$)/i
const STATED = /^Bug fixed in [^:]+: /

/**
 * How it reads after the repair: the bug is gone, while its cause may be a trap that stays, such as what a library does. The file that
 * was changed says where it was met.
 */
const statedAsFixed = (text: string, files: readonly string[]): string => {
  const file = files.find((path) => !IS_TEST.test(path)) ?? files[0] ?? ''
  return STATED.test(text) ? text : `Bug fixed in ${file.slice(file.lastIndexOf('/') + 1)}: ${text}`
}

export const fixedBy = (files: readonly string[]): string =>
  shortened(
    `Fixed by changes to ${files.slice(0, 3).join(', ')}${files.length > 3 ? ` and ${files.length - 3} more` : ''}`,
    DISTIL_LIMITS.subtitleChars,
  )

const claimFixed = (claim: Claim, files: readonly string[]): Claim => ({
  ...claim,
  kind: 'gotcha',
  statement: storableText(statedAsFixed(claim.statement, files)),
})

/** A cause that was found, once it is repaired: it reads as what was, and names the files that changed. */
export const asFixed = (
  found: DistilledObservation,
  files: readonly string[],
): DistilledObservation => ({
  ...found,
  purpose: 'finding',
  type: 'bugfix',
  topic: topicOf({ statement: found.title }),
  title: shortened(statedAsFixed(found.title, files), DISTIL_LIMITS.titleChars),
  subtitle: fixedBy(files),
  claim: found.claim === null ? null : claimFixed(found.claim, files),
})
