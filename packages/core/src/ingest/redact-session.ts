import type { Block, IngestMessage, IngestSession } from '@teamlore/shared'

/** Takes secrets out of a text; `count` says how many. */
export type Redact = (text: string) => { text: string; count: number }

type Json = Extract<Block, { type: 'tool_call' }>['input']

/** Fields whose strings are ids, hashes or paths: taking something out of them would break what they point to. */
const NAMES_OF_IDS =
  /^(?:id|uuid|sha\d*|hash|cwd|path|file|files|mime|type|.*_?(?:id|uuid|path|hash|sha))$/i

const redactJson = (value: Json, redact: (text: string) => string, name = ''): Json => {
  if (typeof value === 'string') return NAMES_OF_IDS.test(name) ? value : redact(value)
  if (Array.isArray(value)) return value.map((item) => redactJson(item, redact, name))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, redactJson(item, redact, key)]),
    )
  }
  return value
}

const redactBlock = (block: Block, redact: (text: string) => string): Block => {
  switch (block.type) {
    case 'text':
    case 'thinking':
    case 'tool_result':
      return { ...block, text: redact(block.text) }
    case 'tool_call':
      return { ...block, input: redactJson(block.input, redact) }
    case 'file':
      return block.text === undefined ? block : { ...block, text: redact(block.text) }
    case 'other':
      return { ...block, raw: redactJson(block.raw, redact) }
    case 'image':
      return block
  }
}

/** The server's own look at what the agent's rules should have taken out already; ids, hashes and paths are left alone. */
export const redactSession = (
  session: IngestSession,
  redact: Redact,
): { session: IngestSession; count: number } => {
  let count = 0
  const take = (text: string): string => {
    const done = redact(text)
    count += done.count
    return done.text
  }
  const messages = session.messages.map(
    (message): IngestMessage => ({
      ...message,
      blocks: message.blocks.map((block) => redactBlock(block, take)),
    }),
  )
  const title = session.title === null ? null : take(session.title)
  return { session: { ...session, title, messages }, count }
}
