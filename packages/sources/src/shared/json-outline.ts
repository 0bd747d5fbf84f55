/** What the beginning of a JSON text is: an object or a list, and the keys that show. */
export type JsonOutline = {
  kind: 'object' | 'list' | 'none'
  /** Keys of the object; of a list, those of the objects directly in it. */
  keys: ReadonlySet<string>
}

const NONE: JsonOutline = { kind: 'none', keys: new Set() }

/**
 * Looks at the beginning of a JSON text, which need not be whole, without parsing it: so what a file of 100 MB is can be
 * recognised by its first part.
 */
export const outlineOf = (head: string): JsonOutline => {
  const start = head.search(/[^\s\ufeff]/)
  const first = head[start]
  if (first !== '{' && first !== '[') return NONE
  const kind = first === '{' ? 'object' : 'list'
  return { kind, keys: keysAt(head, start, kind === 'object' ? 1 : 2) }
}

/** Every string directly followed by a colon that stands `wanted` brackets deep. */
const keysAt = (text: string, start: number, wanted: number): Set<string> => {
  const keys = new Set<string>()
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') depth--
    else if (char === '"') {
      const end = endOfString(text, at)
      if (depth === wanted && isKey(text, end)) keys.add(text.slice(at + 1, end))
      at = end
    }
    if (depth === 0) break
  }
  return keys
}

/** Where the string that begins at `from` ends; the end of the text when it does not. */
const endOfString = (text: string, from: number): number => {
  let at = from + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return Math.min(at, text.length)
}

const isKey = (text: string, endOfName: number): boolean => {
  let at = endOfName + 1
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\t' || text[at] === '\r') at++
  return text[at] === ':'
}
