/**
 * Stems of English words by the rules of the Snowball project ("Porter2"), which PostgreSQL's dictionary follows too: `harbours` and
 * `harbour` are one.
 */

const VOWEL = /[aeiouy]/u
const DOUBLE = /(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/u
/** A short syllable at the end: `hop`, `bed`, and a vowel and a consonant that are the whole word. */
const SHORT_END = /(?:[^aeiouy][aeiouy][^aeiouywxY]|^[aeiouy][^aeiouy])$/u
const SPECIAL_REGION = /^(?:gener|commun|arsen)/u

const WHOLE = new Map(
  Object.entries({
    skis: 'ski',
    skies: 'sky',
    dying: 'die',
    lying: 'lie',
    tying: 'tie',
    idly: 'idl',
    gently: 'gentl',
    ugly: 'ugli',
    early: 'earli',
    only: 'onli',
    singly: 'singl',
    sky: 'sky',
    news: 'news',
    howe: 'howe',
    atlas: 'atlas',
    cosmos: 'cosmos',
    bias: 'bias',
    andes: 'andes',
  }),
)
const AFTER_PLURAL = new Set(
  'inning outing canning herring earring proceed exceed succeed'.split(' '),
)

const STEP_2: [string, string][] = [
  ['ization', 'ize'],
  ['ational', 'ate'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['iveness', 'ive'],
  ['tional', 'tion'],
  ['biliti', 'ble'],
  ['lessli', 'less'],
  ['entli', 'ent'],
  ['ation', 'ate'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['ousli', 'ous'],
  ['iviti', 'ive'],
  ['fulli', 'ful'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['abli', 'able'],
  ['izer', 'ize'],
  ['ator', 'ate'],
  ['alli', 'al'],
  ['bli', 'ble'],
]
const STEP_3: [string, string][] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['alize', 'al'],
  ['icate', 'ic'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
]
const STEP_4 = 'ement ance ence able ible ment ant ent ism ate iti ous ive ize al er ic'.split(' ')

/** Where the part after the first consonant that follows a vowel begins. */
const regionAfter = (word: string, from: number): number => {
  const match = /[aeiouy][^aeiouy]/u.exec(word.slice(from))
  return match === null ? word.length : from + match.index + 2
}

type Regions = { r1: number; r2: number }
const regionsOf = (word: string): Regions => {
  const special = SPECIAL_REGION.exec(word)
  const r1 = special === null ? regionAfter(word, 0) : special[0].length
  return { r1, r2: regionAfter(word, r1) }
}

const isIn = (word: string, ending: string, region: number): boolean =>
  word.endsWith(ending) && word.length - ending.length >= region

const isShort = (word: string, { r1 }: Regions): boolean =>
  r1 >= word.length && SHORT_END.test(word)

const withoutPlural = (word: string): string => {
  if (word.endsWith('sses')) return word.slice(0, -2)
  if (/ie[ds]$/u.test(word)) return word.length > 4 ? word.slice(0, -2) : word.slice(0, -1)
  if (/(?:us|ss)$/u.test(word)) return word
  return /[aeiouy].+s$/u.test(word) ? word.slice(0, -1) : word
}

const withoutPast = (word: string, regions: Regions): string => {
  const eed = /(?:eed|eedly)$/u.exec(word)?.[0]
  if (eed !== undefined) return isIn(word, eed, regions.r1) ? word.slice(0, 2 - eed.length) : word
  const ending = /(?:ingly|edly|ing|ed)$/u.exec(word)?.[0]
  if (ending === undefined) return word
  const rest = word.slice(0, -ending.length)
  if (!VOWEL.test(rest)) return word
  if (/(?:at|bl|iz)$/u.test(rest)) return `${rest}e`
  if (DOUBLE.test(rest)) return rest.slice(0, -1)
  return isShort(rest, regions) ? `${rest}e` : rest
}

/** The longest ending of a list that a word has, exchanged where it stands in the region. */
const exchanged = (word: string, endings: readonly [string, string][], region: number): string => {
  const found = endings.find(([ending]) => word.endsWith(ending))
  if (found === undefined) return word
  const [ending, instead] = found
  return isIn(word, ending, region) ? `${word.slice(0, -ending.length)}${instead}` : word
}

const step2 = (word: string, { r1 }: Regions): string => {
  if (STEP_2.some(([ending]) => word.endsWith(ending))) return exchanged(word, STEP_2, r1)
  if (word.endsWith('ogi')) return isIn(word, 'logi', r1 - 1) ? word.slice(0, -1) : word
  return /[cdeghkmnrt]li$/u.test(word) && isIn(word, 'li', r1) ? word.slice(0, -2) : word
}

const step3 = (word: string, { r1, r2 }: Regions): string =>
  word.endsWith('ative')
    ? isIn(word, 'ative', r2)
      ? word.slice(0, -5)
      : word
    : exchanged(word, STEP_3, r1)

const step4 = (word: string, { r2 }: Regions): string => {
  const ending = STEP_4.find((one) => word.endsWith(one))
  const ion = /[st]ion$/u.test(word)
  if (ending !== undefined) return isIn(word, ending, r2) ? word.slice(0, -ending.length) : word
  return ion && isIn(word, 'ion', r2) ? word.slice(0, -3) : word
}

const step5 = (word: string, { r1, r2 }: Regions): string => {
  if (word.endsWith('e')) {
    const rest = word.slice(0, -1)
    const goes = rest.length >= r2 || (rest.length >= r1 && !SHORT_END.test(rest))
    return goes ? rest : word
  }
  return word.endsWith('ll') && word.length - 1 >= r2 ? word.slice(0, -1) : word
}

/** The stem of a word in small letters; what is no English word stays as it is, or nearly. */
export const stem = (written: string): string => {
  if (written.length < 3 || !/^[a-z]+$/u.test(written)) return written
  const whole = WHOLE.get(written)
  if (whole !== undefined) return whole
  // A `y` that is no vowel is written large meanwhile.
  const marked = written.replace(/^y/u, 'Y').replace(/([aeiouy])y/gu, '$1Y')
  const regions = regionsOf(marked)
  const singular = withoutPlural(marked)
  if (AFTER_PLURAL.has(singular)) return singular
  let word = withoutPast(singular, regions)
  word = word.replace(/(?<=.[^aeiouy])[yY]$/u, 'i')
  word = step2(word, regions)
  word = step3(word, regions)
  word = step4(word, regions)
  return step5(word, regions).toLowerCase()
}
