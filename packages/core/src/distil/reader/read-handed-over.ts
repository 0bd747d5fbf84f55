import type { HandedReading, UnitOfWork } from '@teamlore/db'
import { keptOfHandovers } from '../agent/create-agent-distiller.ts'
import { withoutOwnAnswers } from '../agent/match-quotes.ts'
import { notSaidIn } from '../agent/not-said.ts'
import type { MessageDigest } from '../transcript/digest-message.ts'
import { type Reading, readMessages } from '../transcript/read-session.ts'
import { type ReaderAnswer, readerPrompt, verdictOf } from './ask.ts'
import { batchesOf } from './batches.ts'

/** Puts findings with excerpts of their session to whoever reads. */
export type AskReader = (prompt: string, signal: AbortSignal | undefined) => Promise<ReaderAnswer>

/** `nothing`: there is nothing to be read. */
export type ReaderOutcome =
  | { state: 'gone' | 'nothing' }
  | {
      state: 'done'
      confirmed: number
      refused: number
      unclear: number
      /** Prompts that are still to be distilled: none where the agent handed over what all of them led to. */
      promptsLeft: number
    }

/**
 * Has what an agent handed over of a session read by somebody else, as far as nobody did: whether its quotes, and what stands around
 * them, say it. What is confirmed and what is refused follows from the next look at the session. What asking throws, it throws.
 */
export const readByAsking = async (reading: Reading, ask: AskReader): Promise<ReaderOutcome> => {
  const { unitOfWork, scope, sessionId, signal } = reading
  const known = await unitOfWork.inTeam(scope, async ({ sessions, handovers, handedReadings }) => {
    const session = await sessions.findById(sessionId)
    if (session === undefined) return undefined
    const waiting = (await handedReadings.of(sessionId)).filter(({ state }) => state === 'waiting')
    return { waiting, handovers: waiting.length === 0 ? [] : await handovers.of(session) }
  })
  if (known === undefined) return { state: 'gone' }
  if (known.waiting.length === 0) return { state: 'nothing' }
  const read: MessageDigest[] = []
  for await (const message of readMessages(reading)) read.push(message)
  const messages = withoutOwnAnswers(read)
  const kept = await keptOfHandovers(known.handovers, messages, notSaidIn(reading))
  const wanted = new Set(known.waiting.map(({ key }) => key))
  const verdicts: HandedReading[] = []
  for (const { excerpts, handed } of batchesOf(kept, wanted, messages)) {
    const answer = await ask(readerPrompt(excerpts, handed), signal)
    for (const one of handed) verdicts.push({ key: one.key, ...verdictOf(answer, one, excerpts) })
  }
  return write(reading, verdicts, [...wanted])
}

type Writing = { unitOfWork: Pick<UnitOfWork, 'inTeam'> } & Pick<Reading, 'scope' | 'sessionId'>

/** What was handed over is looked at again, and curated again, by what was read; what is not there any more waits for nobody. */
const write = (
  { unitOfWork, scope, sessionId }: Writing,
  verdicts: readonly HandedReading[],
  wanted: readonly string[],
): Promise<ReaderOutcome> =>
  unitOfWork.inTeam(scope, async ({ sessions, handedReadings, distillation, outbox }) => {
    if ((await sessions.lock(sessionId)) === undefined) return { state: 'gone' }
    const settled = await handedReadings.settle(sessionId, verdicts)
    await handedReadings.forget(sessionId, wanted)
    if (settled > 0) {
      await distillation.noteDistilled(sessionId)
      await outbox.add({ type: 'session.handed_over', payload: { session_id: sessionId } })
    }
    const count = (wanted: string) => verdicts.filter(({ state }) => state === wanted).length
    return {
      state: 'done',
      confirmed: count('confirmed'),
      refused: count('refused'),
      unclear: count('unclear'),
      promptsLeft: await distillation.promptsLeft(sessionId),
    }
  })
