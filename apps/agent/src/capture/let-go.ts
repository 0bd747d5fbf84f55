import type { IngestRequest, IngestSession } from '@teamlore/shared'
import type { BatchHeader, Refusal } from '../spool/batch-file.ts'
import type { Batch } from '../spool/batch-folder.ts'
import type { Spool } from '../spool/spool.ts'
import type { Forgotten } from '../tombstones/forgotten-names.ts'
import { packBody, toolsIn, unpackBody } from '../wire/wire.ts'
import type { StateStore } from './state-store.ts'

type Deps = {
  spool: Spool
  store: Pick<StateStore, 'leaving' | 'files' | 'flush' | 'forget'>
  forgotten: Forgotten
}
type Shortening = Noting & { spool: Spool }

/**
 * Takes what was forgotten out of what waits to be sent, the quarantine too, and the words of it out of what is kept about its
 * sessions. What was captured stays noted, under its tombstone: it is not sent again, and is once the tombstone is gone. Cut short at
 * any place it begins again and comes to the same. For whoever holds the lock.
 */
export const letGo = async ({ spool, store, forgotten }: Deps): Promise<void> => {
  if (forgotten.isAny()) {
    for (const batch of spool.sessions.all()) await shorten(batch, { spool, store, forgotten })
    await spool.sessions.emptyDamaged()
    for (const session of new Map(
      [...store.files()].map(({ tool, native_id }) => [
        `${tool}\n${native_id}`,
        { tool, native_id },
      ]),
    ).values())
      if (forgotten.session(session) !== undefined) await store.leaving.facts(session)
  }
  await store.flush()
  // Each state is read again, and judged by the tombstones there are now.
  await store.forget()
}

/** Takes what was forgotten out of one batch, wherever it lies. */
export const shorten = async (
  batch: Batch,
  { spool, store, forgotten }: Shortening,
): Promise<void> => {
  const bytes = await spool.sessions.read(batch.id)
  const request = bytes === undefined ? undefined : await unpackBody(bytes).catch(() => undefined)
  // Nobody can say what is in it. It counts as never captured, and is read again.
  if (request === undefined) return spool.sessions.discard(batch.id)
  const kept = await leaveOut(request, batch.id, { store, forgotten })
  if (kept !== request) await replace(batch, kept, spool)
}

/** The same without what was forgotten, of which it is noted that it is not to be sent; itself where it has nothing of that. */
export const leaveOut = async (
  request: IngestRequest,
  batch: string,
  { store, forgotten }: Noting,
): Promise<IngestRequest> => {
  const sessions: IngestSession[] = []
  let isShorter = false
  for (const session of request.sessions) {
    const rest = await restOf(session, batch, { store, forgotten })
    if (rest !== session) isShorter = true
    if (rest !== undefined) sessions.push(rest)
  }
  if (!isShorter) return request
  // First it is noted what is not to be sent: whatever ends this process, nothing is captured again.
  await store.flush()
  return { ...request, sessions }
}

type Noting = { store: Pick<StateStore, 'leaving' | 'flush'>; forgotten: Forgotten }

const replace = async (batch: Batch, request: IngestRequest, spool: Spool): Promise<void> => {
  if (request.sessions.length === 0) return spool.sessions.remove(batch.id)
  const body = await packBody(JSON.stringify(request))
  await spool.sessions.replace(batch.id, body, aboutOf(request, batch.header.refusals))
}

/** What a batch says about these contents. */
export const aboutOf = (
  { sessions }: IngestRequest,
  refusals: readonly Refusal[],
): { tools: BatchHeader['tools']; refusals: Refusal[] } => {
  const held = sessions.map(({ tool, messages }) => ({ tool, messages: messages.length }))
  const names = new Set(sessions.map(({ native_id }) => native_id))
  return {
    tools: toolsIn(held),
    refusals: refusals.filter(({ native_id }) => names.has(native_id)),
  }
}

/** What of a session may go on waiting: all of it, a part, or nothing. */
const restOf = async (
  session: IngestSession,
  batch: string,
  { store, forgotten }: Noting,
): Promise<IngestSession | undefined> => {
  const whole = forgotten.session(session)
  if (whole !== undefined) {
    await store.leaving.out(session, { batch, hash: whole, isWhole: true })
    return undefined
  }
  const left = new Set<string>()
  for (const message of session.messages) {
    const hash = forgotten.message(session, message)
    if (hash === undefined) continue
    left.add(message.key)
    const edits = session.edits.filter(({ message_key }) => message_key === message.key)
    const part = { ...session, messages: [message], edits }
    await store.leaving.out(part, { batch, hash, isWhole: false })
  }
  if (left.size === 0) return session
  return {
    ...session,
    messages: session.messages.filter(({ key }) => !left.has(key)),
    edits: session.edits.filter(({ message_key }) => !left.has(message_key)),
  }
}
