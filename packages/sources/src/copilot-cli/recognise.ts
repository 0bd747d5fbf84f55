import { fieldsOf, isObject } from '../shared/values.ts'
import type { EventData, SessionEvent } from './event.ts'

export type Verdict = 'copilot-cli' | 'other' | 'undecided'

const OWN = /^(session|user|assistant|tool|system|hook|subagent)\.[a-z_.]+$/

/** Distinguishes Copilot CLI's events from those in which VS Code writes its chats down once more, and from everything else. */
export const recognise = (record: unknown): Verdict => {
  const { type, data, id } = fieldsOf<SessionEvent>(record)
  if (typeof type !== 'string' || !isObject(data) || typeof id !== 'string') return 'undecided'
  if (!OWN.test(type)) return 'undecided'
  return fieldsOf<EventData>(data).vscodeVersion === undefined ? 'copilot-cli' : 'other'
}
