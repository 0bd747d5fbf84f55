import type { Rule } from './redaction.types.ts'
import { NEXT_LINE, SLASHES } from './surroundings.ts'

const QUOTE = `(?:${SLASHES}["'])?`
const BLOB = '(?<secret>[A-Za-z0-9+/_-]{12,4000}={0,2})'
const DECODER =
  '(?:(?:busybox |python3? -m |g)?base64 (?:-d|-D|--decode|-[a-z]d)|openssl (?:base64 -d|enc (?:-d )?-base64))'

/** Texts in base64 that a command decodes. What they say decides. */
export const DECODER_RULES: readonly Rule[] = [
  {
    name: 'decoded',
    anchors: ['echo ', 'printf '],
    pattern: new RegExp(
      `(?:echo|printf) (?:-[a-zA-Z]{1,3} |${QUOTE}%s(?:\\\\{1,7}n)?${QUOTE} ){0,2}${QUOTE}${BLOB}(?=${QUOTE} {0,2}(?:\\|[^|\\n]{1,60})?\\| {0,2}${DECODER})`,
      'y',
    ),
    accepts: holdsSecret,
  },
  {
    name: 'decoded',
    anchors: [
      ...['base64 -', 'b64decode(', 'decode64(', 'decode_base64(', 'base64_decode(', 'atob('],
      ...['ase64String(', 'Base64.decode(', 'ecoder().decode(', 'ncoding.DecodeString('],
    ],
    pattern: new RegExp(
      `(?:${DECODER}[^\\n<]{0,20}<<<\\s{0,2}|(?:b64decode|decode64|decode_base64|base64_decode|atob|ase64String|Base64\\.decode|ecoder\\(\\)\\.decode|ncoding\\.DecodeString)\\(b?)${QUOTE}${BLOB}(?![A-Za-z0-9+/=_-])`,
      'y',
    ),
    accepts: holdsSecret,
  },
  {
    name: 'decoded',
    anchors: ['Buffer.from(', '<<<'],
    pattern: new RegExp(
      `(?:Buffer\\.from\\(|<<<\\s{0,2})${QUOTE}${BLOB}(?=${QUOTE}(?:,\\s{0,2}${QUOTE}base64| ${DECODER}))`,
      'y',
    ),
    accepts: holdsSecret,
  },
  {
    name: 'decoded',
    anchors: ['<<'],
    pattern: new RegExp(
      `<<-?${QUOTE}[\\w]{1,20}${QUOTE}(?:(?<=base64 (?:-d|-D|--decode) <<-?${QUOTE}[\\w]{1,20}${QUOTE})[^\\n\\\\]{0,60}| {0,2}\\| {0,2}${DECODER}[^\\n\\\\]{0,60})${NEXT_LINE}${BLOB}(?![A-Za-z0-9+/=_-])`,
      'y',
    ),
    accepts: holdsSecret,
  },
]

const NAMED =
  /(?:passw(?:or)?d|pass|pwd|secret|token|api_?key|access_?key|private_?key)\w{0,20}["']?(?:\s{0,2}[:=]\s{0,2}|\s)["']?(?!\$[({])[^\s"'<>{}]{6}/i
const ADDRESS = /:\/\/[^\s:@/]{0,80}:(?!\$|password@|postgres@)[^\s@/]{6,200}@/
const LOGIN = /^[\w.@+-]{2,60}:(?!\/\/)(?=\S{0,60}\d)\S{6,100}\s*$/

export function holdsSecret(blob: string): boolean {
  const text = decoded(blob)
  if (text === null) return false
  if (text.includes('PRIVATE KEY')) return true
  if (/[^\t\n\r -~]/.test(text)) return false
  return NAMED.test(text) || LOGIN.test(text) || ADDRESS.test(text)
}

const decoded = (blob: string): string | null => {
  try {
    return atob(blob.replace(/-/g, '+').replace(/_/g, '/'))
  } catch {
    return null
  }
}
