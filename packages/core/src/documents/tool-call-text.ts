import type { Block } from '@teamlore/shared'

type CallInput = Extract<Block, { type: 'tool_call' }>['input']

const MAX_STRING_CHARS = 600
const MAX_CALL_CHARS = 1_500
const PATH_KEY =
  /^(?:file_?path|path|paths|notebook_?path|target_?file|relative_?workspace_?path|file|files|filename)$/i

/** The arguments that say what a call was about: its strings, each capped, without JSON's punctuation. */
export const textOfCall = (input: CallInput): string => {
  const parts: string[] = []
  let chars = 0
  visit(input, '', (text) => {
    if (chars >= MAX_CALL_CHARS) return
    const kept = text.slice(0, Math.min(MAX_STRING_CHARS, MAX_CALL_CHARS - chars))
    parts.push(kept)
    chars += kept.length
  })
  return parts.join(' ')
}

/** Values of arguments that name files, whatever the tool calls them. */
export const pathsOfCall = (input: CallInput): string[] => {
  const paths: string[] = []
  visit(input, '', (text, key) => {
    if (PATH_KEY.test(key) && looksLikePath(text)) paths.push(text)
  })
  return paths
}

const looksLikePath = (text: string): boolean =>
  text.length > 0 && text.length <= 1_000 && !/[\n\r\0]/.test(text)

const visit = (
  value: CallInput,
  key: string,
  onString: (text: string, key: string) => void,
  depth = 0,
): void => {
  if (typeof value === 'string') onString(value, key)
  else if (typeof value === 'number') onString(String(value), key)
  else if (depth >= 8 || value === null || typeof value !== 'object') return
  else if (Array.isArray(value)) for (const item of value) visit(item, key, onString, depth + 1)
  else for (const [name, item] of Object.entries(value)) visit(item, name, onString, depth + 1)
}
