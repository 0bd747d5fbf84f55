import { boundedJson } from '../shared/bounded-json.ts'
import { NAMELESS } from '../shared/unknown-records.ts'
import { fieldsOf, textOrNull } from '../shared/values.ts'
import type { Turn } from '../turns/session-draft.ts'

/** What was typed, and what Windsurf put beside it, such as the rules that applied. */
export const promptOf = (details: object): Turn[] => {
  const { user_response, ...context } = fieldsOf<Record<string, unknown>>(details)
  const text = textOrNull(user_response)
  if (text === null) return []
  const blocks: Turn['blocks'] = [{ type: 'text', text }]
  if (Object.keys(context).length > 0)
    blocks.push({ type: 'other', name: 'context', raw: boundedJson(context) })
  return [{ ...NAMELESS, role: 'user', kind: 'human', blocks }]
}

export const answerOf = (details: object): Turn[] => {
  const text = textOrNull(fieldsOf<{ response?: unknown }>(details).response)
  if (text === null) return []
  return [{ ...NAMELESS, role: 'assistant', kind: 'assistant', blocks: [{ type: 'text', text }] }]
}
