import type { IngestRequest, IngestSession } from '@teamlore/shared'
import type { BatchHeader, Refusal } from '../spool/batch-file.ts'
import { toolsIn } from '../wire/wire.ts'

/** A piece of a session that the server will not have. */
export type Refused = { session: IngestSession; refusal: Refusal }

export type RefusedBatch = {
  request: IngestRequest
  about: { tools: BatchHeader['tools']; refusals: Refusal[] }
}

/** What was refused, as a batch of its own, each session and reason once; undefined when nothing was. */
export const asBatch = (
  machine: IngestRequest['machine'],
  refused: readonly Refused[],
): RefusedBatch | undefined => {
  if (refused.length === 0) return undefined
  const sessions = new Map<string, IngestSession>()
  const refusals = new Map<string, Refusal>()
  for (const { session, refusal } of refused) {
    const name = nameOf(session)
    const before = sessions.get(name)
    sessions.set(name, before === undefined ? session : joined(before, session))
    refusals.set(`${name}\n${refusal.code}\n${refusal.message}`, refusal)
  }
  const tools = toolsIn(
    [...sessions.values()].map(({ tool, messages }) => ({ tool, messages: messages.length })),
  )
  return {
    request: { machine, sessions: [...sessions.values()] },
    about: { tools, refusals: [...refusals.values()] },
  }
}

const joined = (first: IngestSession, then: IngestSession): IngestSession => ({
  ...first,
  messages: [...first.messages, ...then.messages],
  edits: [...first.edits, ...then.edits],
})

export const nameOf = ({ tool, native_id }: Pick<IngestSession, 'tool' | 'native_id'>): string =>
  `${tool}\n${native_id}`
