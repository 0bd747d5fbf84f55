import { fileURLToPath } from 'node:url'
import { fieldsOf, textOrNull } from './values.ts'

type RawUri = { fsPath?: unknown; path?: unknown; scheme?: unknown; external?: unknown }

/**
 * The path a tool means by a `file://` address, a plain path, or VS Code's object of the two; null for what is no file
 * here, such as a note that has not been saved. `file:///c%3A/x` is `C:\x` wherever it is read.
 */
export const pathOfUri = (value: unknown): string | null => {
  const text = textOrNull(value, 4_096)
  if (text !== null) return pathOfText(text)
  const { fsPath, path, scheme, external } = fieldsOf<RawUri>(value)
  if (scheme !== undefined && scheme !== 'file') return null
  return textOrNull(fsPath, 4_096) ?? pathOfText(textOrNull(external, 4_096) ?? textOrNull(path))
}

const pathOfText = (text: string | null): string | null => {
  if (text === null || !/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) return text
  if (!/^file:/i.test(text)) return null
  const isWindows = /^file:\/\/\/[a-z](:|%3a)/i.test(text)
  try {
    return fileURLToPath(text, { windows: isWindows })
  } catch {
    return null
  }
}
