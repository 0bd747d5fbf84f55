import type { StoredSession } from '@teamlore/db'
import { createPathNames } from '../../text/file-paths.ts'
import { activityOf, createEditLookup, type Step } from './activity.ts'
import { createRangeBuilder } from './prompt-ranges.ts'
import { openSession, type Reading, readMessages } from './read-session.ts'

/**
 * What a session changed and checked, in its order, page by page as it is distilled; paths as the project knows them.
 *
 * @returns undefined when there is no such session (any more).
 */
export const readSteps = async (
  reading: Reading,
): Promise<{ session: StoredSession; steps: Step[] } | undefined> => {
  const opened = await openSession(reading)
  if (opened === undefined) return undefined
  const { session, input } = opened
  const lookup = createEditLookup(input.edits)
  const names = createPathNames(input.session)
  const builder = createRangeBuilder({ asksFirst: session.kind === 'subagent' })
  const steps: Step[] = []
  const take = (range: ReturnType<typeof builder.end>): void => {
    if (range !== undefined) steps.push(...activityOf(range, lookup, names).steps)
  }
  for await (const message of readMessages(reading)) take(builder.push(message))
  take(builder.end())
  return { session, steps }
}
