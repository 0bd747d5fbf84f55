import { buildSession } from './worker-world.ts'

const CAUSE =
  'Found it! The `readLines()` loop drops the last line when the file has no newline, because it only emits on newlines.'
const OTHER =
  'Found it! The `resume()` call ignores the byte offset, because nothing is ever stored beside the count and it silently restarts at zero.'

/** Two prompts, each answered by what a file was read for: rules find something in both. */
export const buildAsked = (name: string) => {
  const built = buildSession(name, 4)
  const result = { role: 'tool' as const, kind: 'tool_result' as const }
  const read = { type: 'tool_result' as const, tool_call_id: null, text: 'a file', is_error: false }
  const words = (said: string) => [{ type: 'text' as const, text: said }]
  const exchange = [
    {
      role: 'user' as const,
      kind: 'human' as const,
      blocks: words(`Why is the last message of ${name} missing?`),
    },
    { role: 'assistant' as const, kind: 'assistant' as const, blocks: words('Let me look.') },
    { ...result, blocks: [read] },
    { role: 'assistant' as const, kind: 'assistant' as const, blocks: words(CAUSE) },
    {
      role: 'user' as const,
      kind: 'human' as const,
      blocks: words('And why is it all read again?'),
    },
    { role: 'assistant' as const, kind: 'assistant' as const, blocks: words('Let me look.') },
    { ...result, blocks: [read] },
    { role: 'assistant' as const, kind: 'assistant' as const, blocks: words(OTHER) },
  ]
  return {
    ...built,
    messages: built.messages.map((message, n) => ({ ...message, ...exchange[n] })),
  }
}
