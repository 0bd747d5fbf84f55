import { storableText } from '@teamlore/shared'
import { fitSentences, splitSentences } from '../../text/sentences.ts'
import { closed, deedsOf, requestOf } from '../rules/distil-summary.ts'
import type { MessageDigest } from '../transcript/digest-message.ts'
import { DISTIL_LIMITS, type DistilledSummary } from '../transcript/distil.types.ts'
import type { RangeView } from '../wording/observations.ts'
import { saysAgain } from '../wording/reports.ts'
import { createUndos } from '../wording/undone.ts'
import type { AnsweredSummary } from './answer-schema.ts'
import { viewOf } from './range-views.ts'

export type NamedSummary = { answer: AnsweredSummary; message: MessageDigest }

const fitted = (sentences: readonly string[]): string =>
  storableText(
    fitSentences(
      sentences.filter((text) => text !== '').map(closed),
      DISTIL_LIMITS.summaryPartChars,
    ),
  )

const calledTools = ({ range, activity }: RangeView): boolean =>
  activity.steps.length > 0 || range.messages.some(({ calls }) => calls.length > 0)

const summaryOf = (
  answers: readonly AnsweredSummary[],
  view: RangeView,
): DistilledSummary | undefined => {
  const { range, activity } = view
  const parts = (of: (one: AnsweredSummary) => string) =>
    answers
      .map((one) => of(one).trim())
      .filter((text) => !saysAgain(text, range.request))
      .flatMap((text) => splitSentences(text))
  const edited = activity.steps.flatMap((step) => (step.kind === 'edit' ? [step.path] : []))
  const learned = fitted(parts(({ learned: text }) => text))
  const said = calledTools(view) ? parts(({ completed: text }) => text) : []
  if (learned === '' && said.length === 0) return undefined
  return {
    promptId: range.prompt?.id ?? null,
    promptNumber: range.number,
    request: storableText(requestOf(view)),
    investigated: '',
    learned,
    completed: fitted([...said, ...deedsOf(activity, [...new Set(edited)])]),
    nextSteps: fitted(parts(({ next_steps: text }) => text)),
    notes: '',
    occurredAt: range.prompt?.ts ?? range.messages[0]?.ts ?? null,
  }
}

/**
 * What requests led to, in the words of a model. What was done is said only where tools were called; files and commits come
 * from those calls. A request that led to nothing, or to what was undone, has no summary.
 */
export const summariesOf = (
  named: readonly NamedSummary[],
  views: readonly RangeView[],
): DistilledSummary[] => {
  const undos = createUndos()
  let summaries: DistilledSummary[] = []
  for (const view of views) {
    const own = named.filter(({ message }) => viewOf(views, message) === view)
    const answers = own.map(({ answer }) => answer)
    const summary = own.length === 0 ? undefined : summaryOf(answers, view)
    if (summary !== undefined) summaries.push(summary)
    summaries = undos.follow(summaries, view)
  }
  return summaries
}
