import type { Block } from '@teamlore/shared'
import type { Forgotten } from '../tombstones/forgotten-names.ts'
import type { Part } from './batch.ts'

type Divided = { kept: Part[]; left: { part: Part; hash: string }[] }

/** Parts what is captured into what may be sent and what was forgotten, which stands first where a session has both. */
export const withoutForgotten = (parts: readonly Part[], forgotten: Forgotten): Divided => {
  const divided: Divided = { kept: [], left: [] }
  for (const part of parts) {
    const hash = forgotten.session(part.delta.header)
    if (hash !== undefined) divided.left.push({ part, hash })
    else divided.kept.push(forgotten.isAny() ? withoutMessages(part, forgotten, divided) : part)
  }
  return divided
}

const withoutMessages = (part: Part, forgotten: Forgotten, { left }: Divided): Part => {
  const gone = new Set<string>()
  for (const message of part.messages) {
    const hash = forgotten.message(part.delta.header, JSON.parse(message.json) as Said)
    if (hash === undefined) continue
    gone.add(message.key)
    const edits = part.edits.filter(({ messageKey }) => messageKey === message.key)
    left.push({ part: { ...part, messages: [message], edits, isLast: false }, hash })
  }
  if (gone.size === 0) return part
  return {
    ...part,
    messages: part.messages.filter(({ key }) => !gone.has(key)),
    edits: part.edits.filter(({ messageKey }) => !gone.has(messageKey)),
  }
}

/** As this machine wrote it just now. */
type Said = { key: string; ts: string | null; blocks: Block[] }
