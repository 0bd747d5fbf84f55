export type Scan = {
  /** Behind the object's end; null where the text stops making sense before, or is over. */
  end: number | null
  /** The first character that cannot stand where it stands; the text's length where it is over. */
  failedAt: number
  /** The last object within that was whole. */
  inner: { from: number; to: number } | null
  /** Its keys as far as they came, as they are written. */
  keys: string[]
}

type Expected = 'key' | 'key or end' | 'colon' | 'value' | 'value or end' | 'comma or end'

const BARE = /-?\d[\d.eE+-]*|true|false|null/y

/** Looks once at each character of an object of JSON, and makes no value of it. */
export const scanObject = (text: string, from: number): Scan => {
  const open: number[] = []
  const keys: string[] = []
  let inner: Scan['inner'] = null
  let expected: Expected = 'value'
  let at = from

  const openAt = (sign: string): void => {
    open.push(at++)
    expected = sign === '{' ? 'key or end' : 'value or end'
  }
  const closeAt = (): void => {
    const start = open.pop() ?? from
    at++
    if (text[start] === '{' && open.length > 0) inner = { from: start, to: at }
    expected = 'comma or end'
  }
  const isInObject = (): boolean => text[open.at(-1) ?? from] === '{'
  const takeString = (isKey: boolean): boolean => {
    const start = at
    const string = scanString(text, at)
    at = string.at
    if (!string.isWhole) return false
    if (isKey && open.length === 1) keys.push(text.slice(start, at))
    expected = isKey ? 'colon' : 'comma or end'
    return true
  }
  const takeBare = (): boolean => {
    BARE.lastIndex = at
    if (!BARE.test(text)) return false
    at = BARE.lastIndex
    expected = 'comma or end'
    return true
  }

  const takeClose = (sign: string): boolean => {
    if (isInObject() !== (sign === '}')) return false
    closeAt()
    return true
  }
  const takeValue = (sign: string): boolean => {
    if (sign === '"') return takeString(false)
    if (sign !== '{' && sign !== '[') return takeBare()
    openAt(sign)
    return true
  }
  const takeSeparator = (sign: string): boolean => {
    const isColon = expected === 'colon'
    if (sign !== (isColon ? ':' : ',')) return false
    at++
    expected = !isColon && isInObject() ? 'key' : 'value'
    return true
  }

  /** False where the next sign cannot stand there. */
  const step = (sign: string): boolean => {
    if ((sign === '}' || sign === ']') && expected.endsWith('or end')) return takeClose(sign)
    if (expected.startsWith('key')) return sign === '"' && takeString(true)
    return expected.startsWith('value') ? takeValue(sign) : takeSeparator(sign)
  }

  for (at = behindSpace(text, at); at < text.length; at = behindSpace(text, at)) {
    if (!step(text.charAt(at))) return { end: null, failedAt: at, inner, keys }
    if (open.length === 0) return { end: at, failedAt: at, inner, keys }
  }
  return { end: null, failedAt: text.length, inner, keys }
}

const behindSpace = (text: string, from: number): number => {
  let at = from
  while (isSpace(text.charCodeAt(at))) at++
  return at
}

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13)

const QUOTE = 34
const BACKSLASH = 92
const ESCAPES = '"\\/bfnrtu'

/** Where a string is over, or is none any more. */
const scanString = (text: string, from: number): { at: number; isWhole: boolean } => {
  let at = from + 1
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return { at: at + 1, isWhole: true }
    if (code < 32) break
    if (code !== BACKSLASH) continue
    at++
    if (at < text.length && !ESCAPES.includes(text.charAt(at))) break
    if (text[at] !== 'u') continue
    const hex = /^[0-9a-f]*/i.exec(text.slice(at + 1, at + 5))?.[0].length ?? 0
    at += hex
    if (hex < 4) return { at: Math.min(at + 1, text.length), isWhole: false }
  }
  return { at: Math.min(at, text.length), isWhole: false }
}
