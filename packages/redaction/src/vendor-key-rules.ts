import { shannonEntropy } from './entropy.ts'
import { isMadeOfWords } from './placeholders.ts'
import type { Rule } from './redaction.types.ts'
import { BEGINS_HERE, BEGINS_IN_NAME, inFront } from './surroundings.ts'
import { LIKE_IDS, VENDOR_KEYS } from './vendor-keys.ts'

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
/** In how many characters in front the name of a maker is looked for. */
const NEAR_CHARS = 200

type Accepts = NonNullable<Rule['accepts']>

const hasDigit = (secret: string): boolean => /\d/.test(secret)
const isRandom = (secret: string): boolean => hasDigit(secret) && shannonEntropy(secret) > 3.2
/** What examples fill the rest of a key with. */
const isFilled = (secret: string): boolean => /([xX*.0])\1{7}/.test(secret)
/** Its letters are no words, as those of a name or an address are. */
const isWordless = (secret: string): boolean =>
  (secret.match(/[a-z]{4,}/g)?.length ?? 0) <= 3 && secret.split(/[_-]/).length <= 7

const CHECKS: Readonly<Record<string, Accepts>> = {
  digit: hasDigit,
  random: isRandom,
  /** Neither words nor a hash, whatever its beginning is made of. */
  mixed: (secret) =>
    isRandom(secret) && /[a-z]/.test(secret.slice(4)) && /[A-Z]/.test(secret.slice(4)),
  key: (secret) => isRandom(secret) && !isMadeOfWords(secret),
  /** Base64 without its signs: Z and a letter stand for each of them. */
  escaped: (secret) => /Z[A-D]/.test(secret.slice(3)),
  /** The key of the documentation of its maker, which half of all examples show. */
  'no-example': (secret) => !secret.endsWith('EXAMPLE'),
  bot: (secret) => isRandom(secret.slice(secret.indexOf(':') + 1)),
  address: () => true,
}

/** What one word of the last column asks for; undefined where it says where the prefix stands. */
const checkOf = (word: string): Accepts | undefined => {
  const [name = '', value = ''] = word.split(':')
  if (name === 'at') return undefined
  const isNear: Accepts = (_, match) => inFront(match, NEAR_CHARS).toLowerCase().includes(value)
  if (name === 'near') return isNear
  if (name === 'wordless-or-near')
    return (secret, match) => isWordless(secret) || isNear(secret, match)
  const check = CHECKS[name]
  if (check === undefined) throw new Error(`No such check of a vendor's keys: ${word}`)
  return check
}

/** `gh[po]_` as `ghp_` and `gho_`. */
const expanded = (prefix: string): string[] => {
  const [all, head = '', letters = '', tail = ''] = /^(.*?)\[(\w+)\](.*)$/.exec(prefix) ?? []
  return all === undefined
    ? [prefix]
    : [...letters].flatMap((letter) => expanded(head + letter + tail))
}

const patternOf = (name: string, shape: string, words: readonly string[]): RegExp => {
  // What stands in front of it is the name of a host.
  if (words.includes('address')) return new RegExp(shape, 'y')
  const begins = LIKE_IDS.has(name) ? BEGINS_HERE : BEGINS_IN_NAME
  // The address of a bot has `bot` right in front of its key.
  const before = words.includes('bot') ? `(?<=${begins}(?:bot)?)` : begins
  return new RegExp(`${before}(?:${shape})(?![A-Za-z0-9])`, 'y')
}

const startOf = (words: readonly string[]): Pick<Rule, 'startOf'> => {
  if (words.includes('bot')) return { startOf: digitsBefore }
  const length = Number(words.find((word) => word.startsWith('at:'))?.slice('at:'.length) ?? 0)
  return length === 0 ? {} : { startOf: (_, at) => at - length }
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57

/** A bot's number stands in front of the colon; looked at for each `:A`, so without an expression. */
const digitsBefore = (text: string, colon: number): number => {
  let start = colon
  while (start > 0 && colon - start < 11 && isDigit(text.charCodeAt(start - 1))) start--
  return start
}

/** Behind an underscore, names go on as well: `SALES_ASIAPACIFICANDJAPANX`. A key is none of words. */
const isNoRestOfName: Accepts = (secret, match) =>
  !/(?:^|[^_])_$/.test(inFront(match, 2)) ||
  (isRandom(secret) && !isMadeOfWords(secret.replace(/:\/\/|\./g, '-')))

/**
 * The rule that a line of the table says.
 *
 * @throws where a column is missing or a check has no meaning.
 */
export const ruleOfVendorKey = (line: string): Rule => {
  const [name, prefixes, shape, further = ''] = line
    .split('  ')
    .map((column, at) => (at === 1 ? column.replaceAll('\\x20', ' ') : column))
  if (name === undefined || prefixes === undefined || shape === undefined)
    throw new Error(`A vendor's key needs a name, prefixes and a shape: ${line}`)
  const words = further.split(' ').filter((word) => word !== '')
  const stated = words.flatMap((word) => checkOf(word) ?? [])
  const checks = stated.length > 0 ? stated : [(secret: string) => !isFilled(secret)]
  return {
    name,
    anchors: prefixes.split(',').flatMap(expanded),
    pattern: patternOf(name, shape.replaceAll('{uuid}', UUID), words),
    accepts: (secret, match) =>
      checks.every((check) => check(secret, match)) && isNoRestOfName(secret, match),
    ...startOf(words),
  }
}

/** Keys recognised by their shape, in the order of the table. */
export const VENDOR_KEY_RULES: readonly Rule[] = VENDOR_KEYS.split('\n')
  .filter((line) => line !== '' && !line.startsWith('# '))
  .map(ruleOfVendorKey)
