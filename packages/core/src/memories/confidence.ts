import type { MemorySignalRow, MemorySignalType } from '@teamlore/db'
import type { Origin } from '@teamlore/shared'
import type { ConfidenceParts } from '@teamlore/shared/memories'

/** What a statement is worth by who made it, before anybody else has said anything. */
const OF_ORIGIN: Record<Origin, number> = {
  human: 0.7,
  agent: 0.5,
  import: 0.5,
  tool: 0.3,
  web: 0.2,
}

/** Of what is missing to certainty, so much does a source add that is independent of those before. */
const OTHER_PERSON = 0.4
const OTHER_MACHINE = 0.2
const OTHER_SESSION = 0.15
const APPROVED = 0.4

/** What is left of it after something spoke against it. */
const SETBACKS: Partial<Record<MemorySignalType, number>> = {
  contradicted: 0.7,
  corrected: 0.5,
  reverted: 0.6,
  change_rejected: 0.7,
  test_failed: 0.8,
  mended: 0.9,
}

const DAY_MS = 86_400_000
const HALF_LIFE_DAYS = 540
/** Age alone never takes more. */
const LEAST_DECAY = 0.6

type Signal = Pick<MemorySignalRow, 'type' | 'user_id' | 'machine_id' | 'session_id'>
type First = Pick<Signal, 'user_id' | 'machine_id' | 'session_id'>

export type Confidence = { value: number; parts: ConfidenceParts }

/**
 * How far a memory is to be trusted, by its origin, by who else said the same and by what happened after. Being shown is none
 * of it: what is read often is not for that more true.
 *
 * @param first who said it first: they do not confirm themselves.
 */
export const confidenceOf = (
  origin: Origin,
  first: First,
  signals: readonly Signal[],
): Confidence => {
  const seen = {
    users: new Set([first.user_id]),
    machines: new Set([first.machine_id]),
    sessions: new Set([first.session_id]),
  }
  let value = OF_ORIGIN[origin]
  let confirmations = 0
  let isApproved = false
  for (const signal of signals) {
    if (signal.type === 'approved') isApproved = true
    if (signal.type !== 'confirmed') continue
    const gain = independence(signal, seen)
    if (gain === 0) continue
    confirmations += 1
    value = 1 - (1 - value) * (1 - gain)
  }
  if (isApproved) value = 1 - (1 - value) * (1 - APPROVED)
  const against = signals.filter(({ type }) => SETBACKS[type] !== undefined)
  for (const { type } of against) value *= SETBACKS[type] ?? 1
  const contradictions = against.filter(({ type }) => type === 'contradicted').length
  return {
    value: rounded(value),
    parts: {
      origin: OF_ORIGIN[origin],
      confirmations,
      contradictions,
      setbacks: against.length - contradictions,
      is_approved: isApproved,
      decay: 1,
    },
  }
}

/**
 * How many other people, and other sessions of the same one, say so. Of what came out of no session nobody knows which one it was said in,
 * so that the sessions of its own person confirm nothing.
 */
export const independentOf = (first: First, signals: readonly Signal[]): number => {
  const others = signals.filter(
    ({ type, user_id, session_id }) =>
      type === 'confirmed' &&
      ((user_id !== null && user_id !== first.user_id) ||
        (session_id !== null && first.session_id !== null && session_id !== first.session_id)),
  )
  return new Set(others.map(({ user_id, session_id }) => session_id ?? user_id)).size
}

type Seen = Record<'users' | 'machines' | 'sessions', Set<string | null>>

/** What a source adds that shares neither person, machine nor session with those before; 0 where it shares all that is known of it. */
const independence = ({ user_id, machine_id, session_id }: Signal, seen: Seen): number => {
  const isNew = (value: string | null, among: Set<string | null>) =>
    value !== null && !among.has(value)
  const gain = isNew(user_id, seen.users)
    ? OTHER_PERSON
    : isNew(machine_id, seen.machines)
      ? OTHER_MACHINE
      : isNew(session_id, seen.sessions)
        ? OTHER_SESSION
        : 0
  seen.users.add(user_id)
  seen.machines.add(machine_id)
  seen.sessions.add(session_id)
  return gain
}

/** What time without confirmation leaves of a confidence. */
export const decayOf = (confirmedAt: string, now: Date): number => {
  const days = Math.max(0, (now.getTime() - Date.parse(confirmedAt)) / DAY_MS)
  return rounded(Math.max(LEAST_DECAY, 2 ** (-days / HALF_LIFE_DAYS)))
}

type Served = { confidence: number; confidence_parts: ConfidenceParts; confirmed_at: string }

/** A memory as it is served on this day. */
export const withDecay = <M extends Served>(memory: M, now: Date): M => {
  const decay = decayOf(memory.confirmed_at, now)
  return {
    ...memory,
    confidence: rounded(memory.confidence * decay),
    confidence_parts: { ...memory.confidence_parts, decay },
  }
}

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000
