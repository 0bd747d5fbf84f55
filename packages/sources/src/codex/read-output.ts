import type { Block } from '@teamlore/shared'
import { fieldsOf, isObject, textOrNull } from '../shared/values.ts'
import { blocksOfContent } from './read-item.ts'
import type { ResponseItem } from './rollout-record.ts'

const OUTPUTS = new Set(['function_call_output', 'custom_tool_call_output', 'tool_search_output'])

/** What a tool answered; null for any other item. */
export const outputOf = (item: ResponseItem): Block[] | null => {
  if (typeof item.type !== 'string' || !OUTPUTS.has(item.type)) return null
  const { text, isError, images } =
    item.type === 'tool_search_output' ? toolsFound(item.tools) : readOutput(item.output)
  return [
    {
      type: 'tool_result',
      tool_call_id: textOrNull(item.call_id, 300),
      text,
      is_error: isError,
    },
    ...images,
  ]
}

type Output = { text: string; isError: boolean; images: Block[] }

/** A text; a list of texts and images; or, in old files, a JSON text with the output and how the command ended. */
const readOutput = (output: unknown): Output => {
  if (typeof output === 'string') return readText(output)
  const list = isObject(output) ? fieldsOf<{ content?: unknown }>(output).content : output
  if (typeof list === 'string')
    return { ...readText(list), isError: fieldsOf<{ success?: unknown }>(output).success === false }
  const blocks = blocksOfContent(list)
  const text = blocks.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
  return { ...readText(text), images: blocks.filter(({ type }) => type === 'image') }
}

/** What is answered to a call that was not carried out to its end, where no command could report how it ended. */
const REFUSED =
  /^(?:apply_patch verification failed:|patch rejected|exec(?:_command failed| command rejected)|unsupported (?:custom tool )?call:|failed (?:in sandbox|to parse function arguments:)|Script failed\n)/

type Ended = { output?: unknown; metadata?: unknown }

const readText = (text: string): Output => {
  const ended = text.startsWith('{"output":') ? endedCommand(text) : null
  if (ended !== null) return ended
  const code = /^(?:[^\n]*\n){0,3}?(?:Exit code: |Process exited with code )(-?\d+)/.exec(
    text.slice(0, 1_000),
  )
  const isError = code === null ? REFUSED.test(text) : code[1] !== '0'
  return { text, isError, images: [] }
}

const endedCommand = (text: string): Output | null => {
  try {
    const { output, metadata } = fieldsOf<Ended>(JSON.parse(text))
    const { exit_code } = fieldsOf<{ exit_code?: unknown }>(metadata)
    if (typeof output !== 'string') return null
    return { text: output, isError: typeof exit_code === 'number' && exit_code !== 0, images: [] }
  } catch {
    return null
  }
}

/** Only the names: what the tools promise about themselves is no finding of the session. */
const toolsFound = (tools: unknown): Output => {
  const names = (Array.isArray(tools) ? tools : []).flatMap(
    (tool) => textOrNull(fieldsOf<{ name?: unknown }>(tool).name, 200) ?? [],
  )
  return { text: names.join('\n'), isError: false, images: [] }
}
