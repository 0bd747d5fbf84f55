import { fieldsOf } from '../shared/values.ts'
import { listOf } from './raw-chat.ts'

type RawNode = { text?: unknown; lineBreakBefore?: unknown; children?: unknown; node?: unknown }

const MAX_NODES = 200_000

/**
 * What a tool answered. The answer is a list of texts, or of trees of them such as the prompt was laid out in; trees are
 * walked without recursion, for nobody says how deep they are.
 */
export const resultText = (result: unknown): string => {
  const parts = listOf(fieldsOf<{ content?: unknown }>(result).content)
  return parts.map((part) => partText(fieldsOf<{ value?: unknown }>(part).value)).join('\n')
}

const partText = (value: unknown): string => {
  if (typeof value === 'string') return value
  let text = ''
  const waiting: unknown[] = [fieldsOf<RawNode>(value).node ?? value]
  for (let seen = 0; waiting.length > 0 && seen < MAX_NODES; seen++) {
    const node = fieldsOf<RawNode>(waiting.pop())
    if (typeof node.text === 'string') {
      if (node.lineBreakBefore === true && text !== '' && !text.endsWith('\n')) text += '\n'
      text += node.text
    }
    for (const child of [...listOf(node.children)].reverse()) waiting.push(child)
  }
  return text
}
