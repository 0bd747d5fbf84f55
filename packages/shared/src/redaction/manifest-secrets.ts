import { isPlaceholder } from './placeholders.ts'
import type { Finding } from './redaction.types.ts'
import { acceptsNamed, isRandomEnough, isSecretName } from './secret-names.ts'
import { NEXT_LINE, SLASHES } from './surroundings.ts'

const Q = `${SLASHES}["']?`
const KIND = new RegExp(`kind${Q}:\\s{0,4}${Q}Secret(?![\\w.-])`, 'g')
/** How far a manifest reaches in front of its kind and behind it. */
const REACH = 8_000
/** Where another manifest begins. */
const BORDER = /(?:\n|\\n)[^\n\\]{0,16}---(?![\w-])/g
const DATA = new RegExp(
  `(?:(?<![\\w.]|[\\w.]-)|(?<=\\\\[nrt]))(?:stringData|(?<coded>data))${Q}:[ \\t]{0,4}`,
  'g',
)
const ENTRY = new RegExp(
  `(?<indent>[{,]\\s{0,2}|[{,]?[ \\t]{0,4}${NEXT_LINE})${Q}(?<name>[\\w.-]{1,100})${Q}:[ \\t]{0,8}${Q}(?<value>[^\\s"'\\\\{},]{0,4000})(?:${SLASHES}["'])?[ \\t]{0,8}`,
  'y',
)

/** The values that a Secret of Kubernetes holds, most of them in base64, whatever they are called. */
export const findManifestSecrets = (text: string): Finding[] => {
  const found: Finding[] = []
  let seen = 0
  for (const { index } of text.matchAll(KIND)) {
    const { start, end } = manifestAround(text, index, seen)
    for (const match of text.slice(start, end).matchAll(DATA))
      found.push(
        ...entriesBehind(text, {
          from: start + match.index + match[0].length,
          isCoded: match.groups?.['coded'] !== undefined,
        }),
      )
    seen = end
  }
  return found
}

/** Without what was seen already, so that many of them in one text take no longer. */
const manifestAround = (
  text: string,
  kind: number,
  seen: number,
): { start: number; end: number } => {
  const from = Math.max(seen, kind - REACH)
  const before = [...text.slice(from, kind).matchAll(BORDER)].at(-1)
  const ahead = Math.max(seen, kind)
  const reach = Math.max(ahead, Math.min(text.length, kind + REACH))
  const behind = text.slice(ahead, reach).search(BORDER)
  return {
    start: before === undefined ? from : from + before.index,
    end: behind < 0 ? reach : ahead + behind,
  }
}

type Block = { from: number; isCoded: boolean }

/** Those that stand as far to the right as the first: what stands further left belongs to the manifest again. */
function* entriesBehind(text: string, { from, isCoded }: Block): Generator<Finding> {
  let depth: string | null = null
  ENTRY.lastIndex = from
  for (let match = ENTRY.exec(text); match !== null; match = ENTRY.exec(text)) {
    const { indent = '', name = '', value = '' } = match.groups ?? {}
    const own = depthOf(indent)
    depth ??= own
    const last = ENTRY.lastIndex
    if (own !== depth || own === '0') return
    const start = match.index + match[0].lastIndexOf(value)
    if (isSecretOfManifest(name, value, isCoded))
      yield { start, end: start + value.length, rule: 'manifest' }
    ENTRY.lastIndex = last
  }
}

/** How far a line is moved in, or that names stand between braces. */
const depthOf = (indent: string): string =>
  /^[{,]/.test(indent) ? 'braces' : `${/(?:[ \t]|\\{1,7}t)*$/.exec(indent)?.[0].length ?? 0}`

/** What a secret also keeps beside one. */
const BESIDE =
  /(?:^|[._-])(?:user|username|login|host|hostname|port|email|database|dbname|schema|crt|cert|ca|pub|namespace|region|endpoint|server|type|name|id)$/i

/** What stands in the `data` of a Secret is coded, in its `stringData` it is not. */
export const isSecretOfManifest = (name: string, value: string, isCoded: boolean): boolean => {
  // What was typed into a shell ends in a line end.
  const text = (isCoded ? decoded(value) : value)?.replace(/\r?\n$/, '') ?? ''
  if (text.length < 6 || BESIDE.test(name) || isPlaceholder(text)) return false
  // What no text is is a key, or a file.
  if (isCoded && /[^\x20-\x7e]/.test(text))
    return text.length >= 16 && !text.startsWith('-----BEGIN CERT')
  if (isSecretName(name)) return acceptsNamed('password', text)
  // What can be read as it stands is looked at as a text.
  if (!isCoded && /\s/.test(text)) return false
  return isRandomEnough(text) || /:\/\/[^\s:@/]{0,100}:[^\s@]+@/.test(text)
}

const decoded = (base64: string): string | undefined => {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined
  try {
    return atob(base64)
  } catch {
    return undefined
  }
}
