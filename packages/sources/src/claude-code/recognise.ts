import { fieldsOf, isObject } from '../shared/values.ts'
import type { RawMessage, RawRecord } from './raw-record.ts'

/** `undecided` until a line says something. `other` carries whose file it seems to be. */
export type Verdict = 'claude-code' | 'undecided' | { other: string }

/**
 * Recognises Claude Code's files by their content: folders and names are often wrong. One record is enough, whichever
 * comes first that belongs to one tool only.
 */
export const recognise = (record: unknown): Verdict => {
  if (!isObject(record)) return 'undecided'
  const raw: RawRecord = record
  const message = fieldsOf<RawMessage>(raw.message)
  const foreign = FOREIGN.find(({ fits }) => fits(raw, message))
  if (foreign !== undefined) return { other: foreign.tool }
  return OWN.some((fits) => fits(raw, message)) ? 'claude-code' : 'undecided'
}

type Sign = (raw: RawRecord, message: RawMessage) => boolean

const FOREIGN: readonly { tool: string; fits: Sign }[] = [
  { tool: 'Codex', fits: ({ type, payload }) => isObject(payload) && typeof type === 'string' },
  { tool: 'Gemini CLI', fits: ({ projectHash }) => typeof projectHash === 'string' },
  { tool: 'Copilot CLI', fits: ({ type }) => type === 'session.start' },
  { tool: 'Pi', fits: ({ type, cwd }) => type === 'session' && typeof cwd === 'string' },
  { tool: 'Droid', fits: ({ type }) => type === 'session_start' },
  {
    tool: 'VS Code chat',
    fits: ({ kind, type }) => typeof kind === 'number' && type === undefined,
  },
  // A relative that writes Claude Code's records, under session ids of its own making.
  {
    tool: 'iFlow',
    fits: ({ sessionId }) =>
      typeof sessionId === 'string' && /^session-[0-9a-f]{8}-/.test(sessionId),
  },
  { tool: 'Qwen Code', fits: ({ uuid }, { parts }) => uuid !== undefined && Array.isArray(parts) },
]

const OWN: readonly Sign[] = [
  ({ isSidechain }) => typeof isSidechain === 'boolean',
  ({ leafUuid, type }) => typeof leafUuid === 'string' && typeof type === 'string',
  ({ type }) => type === 'file-history-snapshot',
  ({ type }, { content }) =>
    (type === 'user' || type === 'assistant') &&
    (typeof content === 'string' || Array.isArray(content)),
  ({ type, attachment }) => type === 'attachment' && isObject(attachment),
]
