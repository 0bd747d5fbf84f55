import { ASSIGNMENT_RULES } from './assignment-rules.ts'
import { BLOCK_RULES } from './block-rules.ts'
import { COLUMN_ANCHORS, findColumnSecrets } from './column-secrets.ts'
import { DECODER_RULES } from './decoder-rules.ts'
import { DEVICE_RULES } from './device-rules.ts'
import { CREDENTIAL_PAIR_RULES } from './everyday/credential-pair-rules.ts'
import { DECODED_OPERAND_RULES } from './everyday/decoded-operand-rules.ts'
import { INVITATION_WORDS_RULES } from './everyday/invitation-words-rules.ts'
import { JOINED_FURTHER_RULES } from './everyday/joined-further-rules.ts'
import { LOGIN_SENTENCE_RULES } from './everyday/login-sentence-rules.ts'
import { SHOWN_CODE_RULES } from './everyday/shown-code-rules.ts'
import { SPOKEN_CODE_RULES } from './everyday/spoken-code-rules.ts'
import { createAnchorFinder } from './find-anchors.ts'
import { FOREIGN_LANGUAGE_RULES } from './foreign-language-rules.ts'
import { FOREIGN_PASSWORD_WORDS } from './foreign-language-words.ts'
import { findGridSecrets, GRID_ANCHORS } from './grid-secrets.ts'
import { INVITATION_RULES } from './invitation-rules.ts'
import { JOINED_RULES } from './joined-rules.ts'
import { findManifestSecrets } from './manifest-secrets.ts'
import { NAMED_LOGIN_RULES } from './named-login-rules.ts'
import { isMadeOfWords } from './placeholders.ts'
import { POSITION_RULES } from './position-rules.ts'
import { findPrivateBlocks } from './private-blocks.ts'
import { findPrivateKeys } from './private-keys.ts'
import { CODED_ANCHORS, isJoint, JOINT_ANCHORS, readCoded } from './read-coded.ts'
import type { Finding, Rule } from './redaction.types.ts'
import { findRowSecrets, ROW_ANCHORS } from './row-secrets.ts'
import { isLettersAtRandom, isRandomEnough } from './secret-names.ts'
import { SENTENCE_LOGIN_RULES } from './sentence-login-rules.ts'
import { SENTENCE_RULES } from './sentence-rules.ts'
import { findTableSecrets } from './table-secrets.ts'
import { TRANSFER_RULES } from './transfer-rules.ts'
import { VARIABLE_RULES } from './variable-rules.ts'
import { VENDOR_KEY_RULES } from './vendor-key-rules.ts'
import { LIKE_IDS } from './vendor-keys.ts'
import { createUnwrapper, type Unwrapped } from './wrapped-lines.ts'

/** How the names of columns end that hold secrets, and what stands behind them in a table of text. */
const TABLE_WORDS = [
  'password',
  'passwd',
  'secret',
  'token',
  'passphrase',
  'api_key',
  'apikey',
  'api key',
  'access_key',
  'access key',
  'secret_key',
  ...FOREIGN_PASSWORD_WORDS,
  ...['passwort', 'kennwort', 'password_hash'],
]
const ENDS_OF_COLUMN = [',', ';', '\t', '\n', '\r', '"', '\\']

/** What a person marked and what is armoured is no single match, and what is coded is read again: these only show that there may be some. */
const MARKS: readonly Rule[] = [
  { name: 'private', anchors: ['<private'], ignoresCase: true, pattern: /<private[\s>]/iy },
  {
    name: 'private-key',
    anchors: ['PRIVATE KEY', 'OpenVPN Static key'],
    pattern: /PRIVATE KEY|OpenVPN/y,
  },
  {
    name: 'manifest',
    anchors: [
      'kind: secret',
      'kind": "secret',
      'kind":"secret',
      'kind: "secret',
      'kind: \\',
      'kind\\',
      'patch secret',
    ],
    ignoresCase: true,
    pattern: /kind|patch/iy,
  },
  {
    name: 'table',
    anchors: TABLE_WORDS.flatMap((word) => ENDS_OF_COLUMN.map((end) => word + end)),
    ignoresCase: true,
    pattern: /./sy,
  },
  { name: 'grid', anchors: GRID_ANCHORS, pattern: /./sy },
  { name: 'rows', anchors: ROW_ANCHORS, ignoresCase: true, pattern: /./sy },
  { name: 'coded', anchors: CODED_ANCHORS, ignoresCase: true, pattern: /./sy },
  { name: 'joint', anchors: JOINT_ANCHORS, pattern: /./sy },
  { name: 'columns', anchors: COLUMN_ANCHORS, pattern: /./sy },
]
const [PRIVATE, PRIVATE_KEY, MANIFEST, TABLE, GRID, ROWS, CODED, JOINT, COLUMNS] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8,
]
/** In the order in which they name what several of them find. */
export const RULES: readonly Rule[] = [
  ...MARKS,
  ...VENDOR_KEY_RULES,
  ...POSITION_RULES,
  ...ASSIGNMENT_RULES,
  ...VARIABLE_RULES,
  ...BLOCK_RULES,
  ...SENTENCE_RULES,
  ...FOREIGN_LANGUAGE_RULES,
  ...SENTENCE_LOGIN_RULES,
  ...NAMED_LOGIN_RULES,
  ...DEVICE_RULES,
  ...INVITATION_RULES,
  ...JOINED_RULES,
  ...TRANSFER_RULES,
  ...DECODER_RULES,
  ...DECODED_OPERAND_RULES,
  ...JOINED_FURTHER_RULES,
  ...INVITATION_WORDS_RULES,
  ...SHOWN_CODE_RULES,
  ...SPOKEN_CODE_RULES,
  ...LOGIN_SENTENCE_RULES,
  ...CREDENTIAL_PAIR_RULES,
]

export const findAnchors = createAnchorFinder(RULES)

/**
 * The ranks of rules that hold even in a field that identifies something, where chance and hashes are at home: keys that
 * their makers marked beyond doubt, JWTs, and what stands before the host of an address.
 */
export const BEYOND_DOUBT: ReadonlySet<number> = new Set(
  RULES.flatMap((rule, rank) =>
    (VENDOR_KEY_RULES.includes(rule) && !LIKE_IDS.has(rule.name)) ||
    ['url-password', 'url-token', 'jwt'].includes(rule.name)
      ? [rank]
      : [],
  ),
)

/** The ranks of rules that find a key by its shape alone, and so also the rest of one in the next line. */
const SHAPED: ReadonlySet<number> = new Set(
  RULES.flatMap((rule, rank) =>
    VENDOR_KEY_RULES.includes(rule) || rule.name === 'jwt' ? [rank] : [],
  ),
)

type Placed = Finding & { rank: number }

/**
 * Every secret of a text, in the order of the text, none overlapping another.
 *
 * @param ranks only by these rules, places in `RULES`.
 */
export const findSecrets = (text: string, ranks?: ReadonlySet<number>): Finding[] => {
  const found = findRead(text, 0, ranks)
  return found.length < 2 ? found : joined(found)
}

/** An address in JSON has escapes within escapes, and what is put together may be coded as well. */
const MOST_READINGS = 3

/** As it is written, and as it is read: what is found in a reading is cut where it is written. */
const findRead = (text: string, readings: number, ranks?: ReadonlySet<number>): Placed[] => {
  const found: Placed[] = []
  if (!findInto(found, text, ranks) || readings === MOST_READINGS) return found
  const reading = readCoded(text)
  if (reading.text.length === text.length) return found
  const read = findRead(reading.text, readings + 1, ranks)
  const written = found
    .map(reading.bare)
    // A mark that has a colour around it is no secret either.
    .filter(({ start, end }) => start < end && !text.startsWith('[REDACTED:', start))
  return [...written, ...read.map(reading.placed)]
}

/** Looks at a text as it is; true where another reading may show more. */
const findInto = (found: Placed[], text: string, ranks?: ReadonlySet<number>): boolean => {
  /** Where the marks of each kind stand. */
  const marks = new Map<number, number[]>()
  const unwrapped = createUnwrapper(text)
  findAnchors(text, (rank, at) => {
    if (rank !== CODED && rank !== JOINT && ranks?.has(rank) === false) return
    if (rank < MARKS.length) {
      if (rank === JOINT && (marks.has(JOINT) || !isJoint(text, at))) return
      const places = marks.get(rank)
      if (places === undefined) marks.set(rank, [at])
      else places.push(at)
      return
    }
    const finding = tryRule(text, { rank, at, after: lastEnd(found, rank), unwrapped })
    if (finding !== null) found.push(finding)
  })
  const add = (rank: number, findings: readonly Finding[]): void => {
    for (const finding of findings) found.push({ ...finding, rank })
  }
  if (marks.has(PRIVATE)) add(PRIVATE, findPrivateBlocks(text))
  if (marks.has(PRIVATE_KEY)) add(PRIVATE_KEY, findPrivateKeys(text))
  if (marks.has(MANIFEST))
    add(
      MANIFEST,
      findManifestSecrets(text, (inner) => findSecrets(inner).length > 0),
    )
  add(TABLE, findTableSecrets(text, marks.get(TABLE) ?? []))
  add(GRID, findGridSecrets(text, marks.get(GRID) ?? []))
  add(COLUMNS, findColumnSecrets(text, marks.get(COLUMNS) ?? []))
  add(ROWS, findRowSecrets(text, marks.get(ROWS) ?? []))
  return marks.has(CODED) || marks.has(JOINT)
}

type Attempt = {
  rank: number
  at: number
  /** Where the last thing that the same rule found ends. */
  after: number
  unwrapped: Unwrapping
}

type Unwrapping = ReturnType<typeof createUnwrapper>

/** Only the last finding is asked: a rule that finds many finds them one behind the other. */
const lastEnd = (found: readonly Placed[], rank: number): number => {
  const last = found.at(-1)
  return last !== undefined && last.rank === rank ? last.end : 0
}

const tryRule = (text: string, { rank, at, after, unwrapped }: Attempt): Placed | null => {
  const rule = RULES[rank] as Rule
  const start = rule.startOf === undefined ? at : rule.startOf(text, at)
  if (start < after) return null
  const found = matchAt(text, rule, start)
  const whole = SHAPED.has(rank) ? tryUnwrapped(unwrapped(start), { rule, start, found }) : null
  const { secret, end } = whole ?? found ?? {}
  if (secret === undefined || end === undefined) return null
  // The secret always ends its match, so the part in front stays readable.
  return { start: whole === null ? end - secret.length : start, end, rule: rule.name, rank }
}

type Match = { secret: string; end: number }

const matchAt = (text: string, { pattern, accepts }: Rule, at: number): Match | null => {
  pattern.lastIndex = at
  const match = pattern.exec(text)
  if (match === null) return null
  const secret = secretOf(match)
  if (accepts?.(secret, match) === false) return null
  return { secret, end: match.index + match[0].length }
}

type Broken = { rule: Rule; start: number; found: Match | null }

/** A key that goes on in the next line, because a terminal had no room for it. Whatever is recognised by its shape alone may. */
const tryUnwrapped = (line: Unwrapped | null, { rule, start, found }: Broken): Match | null => {
  if (line === null) return null
  const match = matchAt(line.text, rule, start - line.start)
  if (match === null || match.end <= line.broken) return null
  const rest = line.text.slice(line.broken, match.end)
  return isRestOfKey(rest, match.secret, found !== null)
    ? { secret: match.secret, end: line.endOf(match.end) }
    : null
}

/** The word at which the next line begins would make many a key longer. */
const isRestOfKey = (rest: string, secret: string, isWholeWithout: boolean): boolean =>
  isWholeWithout
    ? isRandomEnough(rest) || isLettersAtRandom(rest)
    : // Dots part a key as they part names.
      /\d/.test(secret) && (rest.length < 12 || !isMadeOfWords(rest.replaceAll('.', '-')))

const secretOf = ({ 0: whole, groups }: RegExpExecArray): string => {
  if (groups === undefined) return whole
  const { secret, double, single, tick, bare } = groups
  return secret ?? double ?? single ?? tick ?? bare ?? whole
}

/** Where findings overlap, all they cover goes, under the name of the first in the table. */
const joined = (found: Placed[]): Finding[] => {
  found.sort((a, b) => a.start - b.start)
  const apart: Placed[] = []
  for (const next of found) {
    const last = apart.at(-1)
    if (last === undefined || next.start >= last.end) {
      apart.push({ ...next })
      continue
    }
    last.end = Math.max(last.end, next.end)
    if (next.rank < last.rank) Object.assign(last, { rank: next.rank, rule: next.rule })
  }
  return apart
}
