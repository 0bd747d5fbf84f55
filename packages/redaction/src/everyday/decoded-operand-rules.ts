import { holdsSecret } from '../decoder-rules.ts'
import type { Rule } from '../redaction.types.ts'
import { isRandomEnough } from '../secret-names.ts'
import { inFront, NEXT_LINE, SLASHES } from '../surroundings.ts'
import { isCredential } from './chosen-passwords.ts'

const QUOTE = `(?:${SLASHES}["'\`])?`
/** Also over several lines, as the encoder breaks them. */
const BLOB = `(?<secret>(?:[A-Za-z0-9+/]{40,120}(?:\\n|\\\\{1,7}n)[ \\t]{0,12}){0,60}[A-Za-z0-9+/_-]{10,4000}={0,2})`
const NO_MORE = '(?![A-Za-z0-9+/=_-])'
const DECODER =
  '(?:(?:busybox |python3? -m |g)?base64 (?:-d|-D|--d|-[a-z]d|-i -d)|openssl (?:base64 |enc )[-\\w ]{0,20}-(?:d|base64)|jq [^\\n]{0,20}@base64d|basenc )'
const DECODES = new RegExp(DECODER)
const DECODES_NEXT = new RegExp(`${DECODER}[^\\n|;]{0,20}$`)
/** `| tr -d '\n' |`: what stands between the blob and its decoder. */
const THROUGH = '(?:\\| {0,2}(?!base64|openssl)[^|\\n]{1,60})?'

const CALLS = [
  ...['b64decode(', 'decode64(', 'decode64!(', 'decode_base64(', 'base64_decode(', 'atob('],
  ...['ase64String(', 'ase64.decode(', 'ecoder().decode(', 'ncoding.DecodeString(', 'ase64decode('],
  ...['ase64Encoded: ', 'ASE64(', 'base64::decode(', 'NDARD.decode(', 'b64_decode('],
]
const escaped = (text: string): string => text.replace(/[()!.:]/g, '\\$&')

/** What a command or a call decodes, where it stands beside it: a password or a key by itself. */
export const DECODED_OPERAND_RULES: readonly Rule[] = [
  {
    name: 'decoded',
    anchors: ['echo ', 'printf '],
    pattern: new RegExp(
      `(?:echo|printf) (?:-[a-zA-Z]{1,3} |${QUOTE}%s(?:\\\\{1,7}n)?${QUOTE} ){0,2}${QUOTE}${BLOB}(?=(?:\\\\{1,7}n)?${QUOTE}\\s{0,2}${THROUGH}(?:\\| {0,2}|(?:${NEXT_LINE}[+$] {0,2}))${DECODER})`,
      'y',
    ),
    accepts: isSecretOperand,
  },
  {
    name: 'decoded',
    anchors: ['base64 -', '-base64', 'basenc '],
    pattern: new RegExp(
      `(?:base64 -|-base64|basenc )[^\\n<"']{0,40}<<< {0,2}${QUOTE}${BLOB}${NO_MORE}`,
      'y',
    ),
    accepts: isSecretOperand,
  },
  {
    name: 'decoded',
    anchors: ['Buffer.from(', '<<<', '<(echo', '<(printf'],
    pattern: new RegExp(
      `(?:Buffer\\.from\\(|<<<\\s{0,2}|<\\((?:echo|printf)(?: -n| %s)? )${QUOTE}${BLOB}(?=${QUOTE}(?:,\\s{0,2}${QUOTE}base64|\\s{0,2}\\|? ?${DECODER}|\\)))`,
      'y',
    ),
    accepts: (secret, match) =>
      isSecretOperand(secret, match) && (match[0].startsWith('<(') ? behindDecoder(match) : true),
  },
  {
    name: 'decoded',
    anchors: ['<<'],
    pattern: new RegExp(
      `<<-?[ ]?${QUOTE}[\\w]{1,20}${QUOTE}[^\\n\\\\]{0,80}${NEXT_LINE}${BLOB}${NO_MORE}`,
      'y',
    ),
    accepts: (secret, match) =>
      DECODES.test(inFront(match, 60).replace(/^.*\n/s, '') + match[0].split(/\n|\\n/)[0]) &&
      isSecretOperand(secret, match),
  },
  {
    name: 'decoded',
    anchors: CALLS,
    pattern: new RegExp(`(?:${CALLS.map(escaped).join('|')})b?${QUOTE}${BLOB}${NO_MORE}`, 'y'),
    accepts: isSecretOperand,
  },
  {
    // `"X" | @base64d`, `'X' | b64decode`, `decode('X', 'base64')`
    name: 'decoded',
    anchors: ['base64d', ' b64dec', "'base64')", '"base64")'],
    startOf: (text, at) => {
      const front = text.slice(Math.max(0, at - 400), at)
      const blob =
        /(?<blob>[A-Za-z0-9+/_-]{10,360}={0,2})\\{0,7}["'`]{1,2}\s{0,2}[,|]?\s{0,2}@?$/.exec(front)
      return blob === null ? -1 : at - front.length + blob.index
    },
    pattern: new RegExp(`${BLOB}${NO_MORE}`, 'y'),
    accepts: isSecretOperand,
  },
  {
    // `TOKEN_B64=X`
    name: 'decoded',
    anchors: ['b64', 'e64'].flatMap((word) => ['=', ' =', '":', "':"].map((sign) => word + sign)),
    ignoresCase: true,
    pattern: new RegExp(`(?:b|e)64["']?\\s{0,2}[:=]\\s{0,2}${QUOTE}${BLOB}${NO_MORE}`, 'iy'),
    accepts: (secret, match) => isTextOfSecret(secret) && isSecretOperand(secret, match),
  },
]

const behindDecoder = (match: RegExpExecArray): boolean => DECODES_NEXT.test(inFront(match, 60))

/** What such a blob also is: sums over files, whose letters are as random. */
const ABOUT_A_SUM =
  /\b(?:sha\d*|integrity|digest|checksum|hash|fingerprint|md5|picture|image|logo|icon|png|thumb\w*)\b|sha(?:256|384|512)[-_=]/i

function isSecretOperand(blob: string, match: RegExpExecArray): boolean {
  const bytes = decoded(blob)
  if (bytes === null) return false
  const end = match.index + match[0].length
  const around =
    inFront(match, 80).replace(/^.*\n/s, '') +
    (/^[^\n]{0,80}/.exec(match.input.slice(end, end + 80))?.[0] ?? '')
  const text = bytes.replace(/\r?\n$/, '')
  if (/^[\n\r\t -~]+$/.test(text))
    return (
      (isSecretText(text) && !ABOUT_A_SUM.test(around)) || holdsSecret(blob.replace(/\\+n|\s/g, ''))
    )
  return isBytesOfKey(bytes) && !ABOUT_A_SUM.test(around)
}

const isTextOfSecret = (blob: string): boolean => {
  const bytes = decoded(blob)
  return bytes !== null && /^[\n\r -~]+$/.test(bytes)
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}$/i

function isSecretText(text: string): boolean {
  if (/\s/.test(text) || text.length < 6 || text.length > 300 || UUID.test(text)) return false
  if (/^[0-9a-f]{7,64}$/.test(text) && text.length !== 32 && text.length !== 64) return false
  return isRandomEnough(text) || isCredential(text)
}

/** How files begin: pictures, archives, documents, programs. */
const FILES: readonly string[] = [
  ...['\x89PNG', 'GIF8', '\xff\xd8\xff', '\x1f\x8b', 'PK\x03\x04', '%PDF', '\x7fELF', 'RIFF'],
  ...['BZh', '\xfd7zXZ', '\x28\xb5\x2f\xfd', '\0asm', 'wOF', 'OTTO', '\0\x01\0\0', 'SQLite'],
  ...['\xca\xfe\xba\xbe', '\0\0\x01\0', 'BM'],
]
/** As long as keys are made. */
const LENGTHS: ReadonlySet<number> = new Set([16, 24, 32, 48, 64])

function isBytesOfKey(bytes: string): boolean {
  return LENGTHS.has(bytes.length) && !FILES.some((beginning) => bytes.startsWith(beginning))
}

const decoded = (blob: string): string | null => {
  try {
    return atob(
      blob
        .replace(/\\+n|\s/g, '')
        .replace(/-/g, '+')
        .replace(/_/g, '/'),
    )
  } catch {
    return null
  }
}
