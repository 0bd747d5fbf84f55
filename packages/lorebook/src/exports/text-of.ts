import type { JsonValue } from '../json.types.ts'

export const textOf = (value: JsonValue | undefined): string => {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(textOf).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A text in one line of Markdown, also within a table: no bar splits it, and nothing in it is markup. */
export const markdownText = (text: string): string =>
  text
    .replace(/[\\|`*_[\]<>]/gu, '\\$&')
    .replace(/\s+/gu, ' ')
    .trim()
