import type { IngestResponse, IngestSession } from '@teamlore/shared'
import { isYetToCome } from './stored-time.ts'

type Undated = NonNullable<IngestResponse['sessions'][number]['undated']>[number]
type Timed = readonly [kind: Undated['kind'], key: string, time: string | null]

/** Which of these times are not kept, for the answer to say so. */
export const undatedOf = (timed: Iterable<Timed>, now: Date): Undated[] => {
  const found: Undated[] = []
  for (const [kind, key, time] of timed)
    if (time !== null && isYetToCome(time, now)) found.push({ kind, key, time })
  return found
}

export const timesOfSession = function* (session?: IngestSession): Generator<Timed> {
  if (session === undefined) return
  const { started_at, ended_at, messages, edits } = session
  yield ['session', 'started_at', started_at]
  yield ['session', 'ended_at', ended_at]
  for (const { key, ts } of messages) yield ['message', key, ts]
  for (const { key, ts } of edits) yield ['edit', key, ts]
}

/** The answer for one session, with what was sent of it and taken without a time: nothing of what is there. */
export const withUndated = <A extends { undated?: Undated[] | undefined }>(
  answer: A,
  undated: readonly Undated[],
): A =>
  undated.length === 0 ? answer : { ...answer, undated: [...(answer.undated ?? []), ...undated] }
