import {
  baseOf,
  baseOfParticiple,
  IS_NOUN_TOO,
  isParticiple,
  isThirdPerson,
  PAST,
} from './verbs.ts'

/** The main clause of a statement, taken apart by its words. */
export type Clause = {
  /** What it speaks of; empty of an order. */
  subject: string[]
  verb: Verb
  /** What stands behind the verb, to the end of the clause. */
  rest: string[]
  /** Where it holds: "in staging", said before all else. */
  where: string
}

export type Verb =
  | { form: 'is' | 'has' }
  /** "is stored", "must be stored". */
  | { form: 'passive'; base: string; particle: string }
  | { form: 'active'; base: string }

const LEAD_IN =
  /^(?:(?:fix(?:ed)?:|feature:|bug:|decision:|problem:|(?:root )?cause:|warning:|tip:|rule:|convention:|gotcha:|discovered that|decided that|so|but|and|also|yes|no|ok|note(?: that|:)|remember(?: that)?|please|from now on|as of [^,]{2,30}|since [^,]{2,30}|until [^,]{2,30}|today|currently|in general|by default|actually|importantly|turns out(?: that)?|it turns out(?: that)?),?\s+)+/i
const PLACE = /^((?:in|on|for|under|at|during|within|inside) [^,]{2,50}),\s+/i
const CONDITION =
  /^(?:when|if|once|after|before|because|whenever|unless|to|with|without) [^,]{2,120},\s+/i

/** Where something else begins than the clause itself. */
const CLAUSE_END =
  /\s+[—–]\s+|;\s|:\s|\.\s|,\s(?!(?:not|and [a-z]+ing|or)\b)|\s\(|\s(?:because|since|so that|so|which|when|whenever|if|unless|although|though|while|where|whereas|but|otherwise|as long as|rather than|instead of)\s/i

const IS = new Set(['is', 'are', 'was', 'were', "isn't", "aren't", "wasn't", "weren't"])
const HAS = new Set(['has', 'have', 'had', 'lacks', 'lack', "hasn't", "haven't"])
const MODAL = new Set(
  "must may can cannot can't should shall will won't would could might needs need has-to have-to does do doesn't don't did didn't mustn't shouldn't".split(
    ' ',
  ),
)
const BETWEEN = new Set(
  'not never always only also still just to be now already no longer ever both either even usually often been being by itself'.split(
    ' ',
  ),
)
const PEOPLE = new Set([
  'we',
  'i',
  'you',
  'they',
  'everyone',
  'everybody',
  'nobody',
  'people',
  'one',
])
const DETERMINERS = new Set(
  'the a an this that these those our my your its their every each all any no some both another'.split(
    ' ',
  ),
)
/** What cannot be what a statement is about. */
const POINTING = new Set(
  'everything something anything nothing it this that these those there here he she they we i you what which who whoever'.split(
    ' ',
  ),
)

export const lowerFirst = (word: string): string =>
  /^[A-Z][a-z]*$/.test(word) ? word.toLowerCase() : word

export const isDeterminer = (word: string): boolean => DETERMINERS.has(word.toLowerCase())

const PARTICLES = new Set(['back', 'up', 'off', 'out', 'down', 'on'])

/** Signs within code and quotes end nothing. */
const HELD = [...',;:.()'].map((sign, at) => [sign, String.fromCharCode(0xe010 + at)] as const)
const hold = (text: string): string =>
  text.replace(/`[^`]*`|“[^”]*”|"[^"]*"/g, (quoted) =>
    HELD.reduce((held, [sign, mark]) => held.replaceAll(sign, mark), quoted).replaceAll(
      ' ',
      '\ue020',
    ),
  )
const release = (text: string): string =>
  HELD.reduce((free, [sign, mark]) => free.replaceAll(mark, sign), text).replaceAll('\ue020', ' ')

const wordsIn = (text: string): string[] =>
  text.match(/\S+/g)?.map((word) => release(word.replace(/[,;:.!]+$/, ''))) ?? []

/** A statement without what introduces it, to the end of its main clause, and where it holds. */
const mainOf = (statement: string): { text: string; where: string } => {
  const plain = statement.replaceAll('**', '').replaceAll('’', "'").replace(/\s+/g, ' ').trim()
  const told = hold(plain).replace(LEAD_IN, '')
  const [first = '', ...others] = wordsIn(PLACE.exec(told)?.[1] ?? '')
  const where = [lowerFirst(first), ...others].join(' ').trim()
  const text = told.replace(PLACE, '').replace(CONDITION, '').replace(LEAD_IN, '')
  // Something stands before the first sign that ends it, or it is no sign of that.
  const end = CLAUSE_END.exec(text.slice(12))
  const clause = end === null ? text : text.slice(0, 12 + end.index)
  return {
    text: clause.replace(/[.!:;,\s]+$/, ''),
    where: where.split(' ').length > 5 ? '' : where,
  }
}

const isBetween = (word: string): boolean =>
  BETWEEN.has(word.toLowerCase()) || /^[a-z]{4,}ly$/.test(word)

const skip = (words: readonly string[], at: number): number => {
  let next = at
  while (next < words.length && isBetween(words[next] ?? '')) next += 1
  return next
}

/** An order, or what people do: "never call …", "we deploy …". */
const orderIn = (words: readonly string[]): Omit<Clause, 'where'> | undefined => {
  const isOfPeople = PEOPLE.has((words[0] ?? '').toLowerCase())
  const at = verbOfOrder(words, isOfPeople)
  const word = words[at] ?? ''
  const base = baseOf(word)
  if (base === undefined) return undefined
  // "Calls are made": a noun of the same letters, with a verb of its own behind it.
  if (!isOfPeople && (base !== word.toLowerCase() || isNoun(words, at) || hasOwnVerb(words, at)))
    return undefined
  return isWish(base) && words[at + 1] === 'to'
    ? orderIn(words.slice(at + 2))
    : { subject: [], verb: { form: 'active', base }, rest: words.slice(at + 1) }
}

const ORDERS = new Set(["don't", 'do', 'never', 'always', 'only', 'not', 'must'])

/** Where the verb is, behind "we", "never" and the like. */
const verbOfOrder = (words: readonly string[], isOfPeople: boolean): number => {
  const lower = (at: number) => (words[at] ?? '').toLowerCase()
  let at = isOfPeople ? 1 : 0
  if (ORDERS.has(lower(at))) at += 1
  at = skip(words, at)
  return isOfPeople && (MODAL.has(lower(at)) || IS.has(lower(at))) ? skip(words, at + 1) : at
}

/** "We decided to keep …": about what was decided. */
const isWish = (base: string): boolean =>
  ['decide', 'choose', 'want', 'prefer', 'need'].includes(base)

/** "Rate limit", "Push messages", "Sync sends": what may be a noun is one before another, and before a verb. */
const isNoun = (words: readonly string[], at: number): boolean => {
  const next = words[at + 1] ?? ''
  if (words.slice(at + 1, at + 8).some((_, n) => isFiniteVerb(words, at + 1 + n))) return true
  return (
    IS_NOUN_TOO.has((words[at] ?? '').toLowerCase()) &&
    /^[a-z]+$/.test(next) &&
    !isDeterminer(next) &&
    !['on', 'in', 'at', 'with', 'from', 'to', 'only', 'before', 'after', 'for'].includes(next)
  )
}

/** A third person, or the plain form behind a plural. */
const isFiniteVerb = (words: readonly string[], at: number): boolean => {
  const word = words[at] ?? ''
  const before = words[at - 1] ?? ''
  if (isThirdPerson(word)) return isBehindNoun(words, at)
  const isPlain =
    baseOf(word) === word.toLowerCase() && /[^s]s$/.test(before) && !isDeterminer(before)
  return isPlain && !IS.has(before.toLowerCase()) && isBehindNoun(words, at)
}

/** A past form with no other verb behind it: "the backup wrote empty archives". */
const isPast = (words: readonly string[], at: number): boolean => {
  const word = words[at] ?? ''
  if (PAST.has(word)) return true
  const next = words[at + 1] ?? ''
  if (
    /ed$/.test(word) &&
    baseOf(word) !== undefined &&
    (isDeterminer(next) || /^\d|^one$|^two$|^three$/.test(next))
  )
    return isBehindNoun(words, at)
  if (!isParticiple(word) || baseOf(word) === word.toLowerCase() || baseOf(word) === undefined)
    return false
  const behind = words.slice(at + 1, at + 9)
  const hasOther = behind.some(
    (one, n) =>
      IS.has(one.toLowerCase()) ||
      HAS.has(one.toLowerCase()) ||
      MODAL.has(one.toLowerCase()) ||
      isFiniteVerb(words, at + 1 + n),
  )
  return !hasOther && (words[at + 1] ?? 'by') !== 'by' && isBehindNoun(words, at)
}

const hasOwnVerb = (words: readonly string[], at: number): boolean => {
  const near = words.slice(at + 1, at + 7).map((word) => word.toLowerCase())
  const verb = near.findIndex((word) => IS.has(word) || HAS.has(word) || MODAL.has(word))
  // "Set the flag that is …" goes on from its object.
  return (
    verb >= 0 &&
    !near
      .slice(0, verb + 1)
      .some((word) => ['that', 'which', 'what', 'the', 'a', 'an'].includes(word))
  )
}

/** "needs to be", "does not close": of "needs a key" and "does the work" it is the verb itself. */
const isModal = (words: readonly string[], at: number): boolean => {
  const word = (words[at] ?? '').toLowerCase()
  if (HAS.has(word)) return words[at + 1] === 'to'
  if (word === 'need' || word === 'needs') return words[at + 1] === 'to'
  if (word === 'do' || word === 'does' || word === 'did')
    return ['not', 'never'].includes(words[at + 1] ?? '')
  return MODAL.has(word)
}

/** Says of what is named first what it is, has or does. */
const saidIn = (words: readonly string[]): Omit<Clause, 'where'> | undefined => {
  for (let at = 1; at < Math.min(words.length, 14); at++) {
    const word = (words[at] ?? '').toLowerCase()
    const subject = words
      .slice(0, at)
      .filter((one) => one === 'by' || one === 'to' || !isBetween(one))
    if (IS.has(word)) return { subject, ...afterIs(words, at) }
    if (HAS.has(word) && words[at + 1] !== 'to')
      return { subject, verb: { form: 'has' }, rest: words.slice(skip(words, at + 1)) }
    if (isModal(words, at)) return { subject, ...afterModal(words, at) }
    const base = baseOf(words[at] ?? '')
    if (base !== undefined && (isFiniteVerb(words, at) || isPast(words, at)))
      return { subject, verb: { form: 'active', base }, rest: words.slice(at + 1) }
  }
  return undefined
}

const isNounToo = (word: string): boolean => /s$/.test(word) && IS_NOUN_TOO.has(baseOf(word) ?? '')

/** "The parser drops lines", and not "the drops" or "two retries". */
const isBehindNoun = (words: readonly string[], at: number): boolean => {
  const before = words[at - 1] ?? ''
  const next = (words[at + 1] ?? '').toLowerCase()
  if (
    isDeterminer(before) ||
    /^\d/.test(before) ||
    ['of', 'for', 'in', 'to', 'and', 'or', 'with', 'by', 'on', 'from'].includes(
      before.toLowerCase(),
    )
  )
    return false
  // A noun in the plural has its verb behind it.
  return !(
    IS.has(next) ||
    HAS.has(next) ||
    MODAL.has(next) ||
    (isNounToo(words[at] ?? '') && baseOf(next) === next)
  )
}

const afterIs = (words: readonly string[], at: number): Pick<Clause, 'verb' | 'rest'> => {
  const next = skip(words, at + 1)
  const word = words[next] ?? ''
  return isParticiple(word)
    ? { verb: passive(words, next), rest: words.slice(next + 1) }
    : { verb: { form: 'is' }, rest: words.slice(next) }
}

const passive = (words: readonly string[], at: number): Verb => {
  const next = words[at + 1] ?? ''
  const particle = PARTICLES.has(next) && next !== 'on' ? next : ''
  return { form: 'passive', base: baseOfParticiple(words[at] ?? ''), particle }
}

const afterModal = (words: readonly string[], at: number): Pick<Clause, 'verb' | 'rest'> => {
  const next = skip(words, at + 1)
  const word = words[next] ?? ''
  const isPassive = words.slice(at + 1, next).some((one) => /^be(?:en)?$/i.test(one))
  if (isPassive)
    return isParticiple(word)
      ? { verb: passive(words, next), rest: words.slice(next + 1) }
      : { verb: { form: 'is' }, rest: words.slice(next) }
  if (word === 'have') return { verb: { form: 'has' }, rest: words.slice(skip(words, next + 1)) }
  return /^[a-z]+$/.test(word)
    ? { verb: { form: 'active', base: baseOf(word) ?? word }, rest: words.slice(next + 1) }
    : { verb: { form: 'is' }, rest: words.slice(next) }
}

/** Undefined where the words do not show what is said of what. */
export const clauseOf = (statement: string): Clause | undefined => {
  const { text, where } = mainOf(statement)
  const words = wordsIn(text)
  const clause = orderIn(words) ?? saidIn(words)
  if (clause === undefined) return undefined
  const [first = ''] = clause.subject
  const isThere = first.toLowerCase() === 'there' && clause.verb.form === 'is'
  if (isThere) return { ...clause, subject: clause.rest, rest: [], where }
  const isPointing =
    POINTING.has(first.toLowerCase()) && (clause.subject.length === 1 || /thing$/i.test(first))
  if (isPointing && PEOPLE.has(first.toLowerCase()) && clause.verb.form === 'has')
    return { ...clause, subject: clause.rest, rest: [], where }
  return isPointing ? undefined : { ...clause, where }
}
