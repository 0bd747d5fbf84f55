import { fieldsOf, isObject } from '../shared/values.ts'
import type { RolloutRecord } from './rollout-record.ts'

/** `undecided` until a record says something. */
export type Verdict = 'codex' | 'other' | 'undecided'

const ENVELOPES = new Set([
  'session_meta',
  'response_item',
  'event_msg',
  'turn_context',
  'compacted',
])

/** Recognises Codex's rollouts by their content. */
export const recognise = (record: object): Verdict => {
  const { type, payload, record_type, id, timestamp, ...rest } = fieldsOf<RolloutRecord>(record)
  if (typeof type === 'string' && isObject(payload))
    return ENVELOPES.has(type) ? 'codex' : 'undecided'
  if (record_type === 'state') return 'codex'
  if (type !== undefined) return 'other'
  // The first line of the oldest files: no envelope, no type.
  const isHead = typeof id === 'string' && typeof timestamp === 'string'
  return isHead && ('instructions' in rest || 'git' in rest) ? 'codex' : 'other'
}
