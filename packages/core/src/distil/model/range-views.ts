import { createPathNames } from '../../text/file-paths.ts'
import { createTermStatistics } from '../../text/terms.ts'
import { activityOf, createEditLookup } from '../transcript/activity.ts'
import type { MessageDigest } from '../transcript/digest-message.ts'
import type { DistilInput } from '../transcript/distiller.ts'
import { createRangeBuilder, type PromptRange } from '../transcript/prompt-ranges.ts'
import type { RangeView } from '../wording/observations.ts'

const rangesOf = (
  messages: readonly MessageDigest[],
  options: Parameters<typeof createRangeBuilder>[0],
): PromptRange[] => {
  const builder = createRangeBuilder(options)
  const closed = messages.flatMap((message) => builder.push(message) ?? [])
  const last = builder.end()
  return last === undefined ? closed : [...closed, last]
}

/** The session at its prompts, each with what tool calls prove of it. */
export const rangeViewsOf = (
  messages: readonly MessageDigest[],
  { session, edits, prompts }: Pick<DistilInput, 'session' | 'edits' | 'prompts'>,
): RangeView[] => {
  const isSubagent = session.kind === 'subagent'
  const lookup = createEditLookup(edits)
  const names = createPathNames(session)
  const statistics = createTermStatistics()
  return rangesOf(messages, { asksFirst: isSubagent, before: prompts }).map((range): RangeView => {
    const activity = activityOf(range, lookup, names)
    return { range, activity, statistics, askedBy: isSubagent ? 'agent' : 'human' }
  })
}

export const viewOf = (
  views: readonly RangeView[],
  message: MessageDigest | undefined,
): RangeView | undefined =>
  message === undefined
    ? undefined
    : views.find(
        ({ range }) =>
          range.prompt === message || [...range.further, ...range.messages].includes(message),
      )
