import { memoise } from '../platform/memoise.ts'
import { STOP, SYNONYMS } from './lexicon.ts'

/** Texts and words of which the parts are known: of a page of hits, and of a session that is distilled. */
const TEXTS = 500
const WORDS = 10_000

export type Token = { raw: string; lower: string; term: string; at: number; isPart?: true }

const DIGITS: Record<string, string> = {
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  eleven: '11',
  twelve: '12',
  fifteen: '15',
  twenty: '20',
  thirty: '30',
  sixty: '60',
}

const SPELLINGS: [RegExp, string][] = [
  [/\be-mails?\b/gi, 'email'],
  [/\btim(?:e|es|ed|ing) out\b/gi, 'timeout'],
  [/\blog(?:s|ged|ging)? in\b/gi, 'login'],
  [/\bsign(?:s|ed|ing)? in\b/gi, 'login'],
  [/\bat (?:the )?most\b/gi, 'max'],
  [/\bat least\b/gi, 'min'],
  [/\b(?:up to|no more than)\b/gi, 'max'],
  [/\bhow (?:often|many times)\b/gi, 'interval'],
  [/\b(\d{1,3}),(\d{3})\b/g, '$1$2'],
  [/\b(\d+)k\b/g, '$1000'],
  [/\btwice\b/gi, '2 times'],
  [/\bend[- ]to[- ]end\b/gi, 'e2e'],
  [/\bnon-(?=\w)/gi, 'not '],
  [/\b(magic) (links?)\b/gi, '$1-$2'],
  [/\bcss modules?\b/gi, 'css-modules'],
]

const NUMBER_WORDS = new RegExp(`\\b(${Object.keys(DIGITS).join('|')})\\b`, 'gi')

/** One spelling for what people spell in several ways; the length of the text may change. */
export const normalise = memoise((text) => {
  let spelled = text.replace(/[’`"“”]/g, (mark) => (mark === '’' ? "'" : ' '))
  for (const [pattern, replacement] of SPELLINGS) spelled = spelled.replace(pattern, replacement)
  return spelled
    .replace(/\b(\d{1,2}) ?(am|pm)\b/gi, (_, hour: string, half: string) => {
      const base = Number(hour) % 12
      return `${base + (half.toLowerCase() === 'pm' ? 12 : 0)}:00`
    })
    .replace(NUMBER_WORDS, (word) => DIGITS[word.toLowerCase()] ?? word)
    .replace(/\bone(?= [a-z]+)/gi, '1')
    .replace(/\b(?:an?|one) (second|minute|hour|day|week|month|year)\b/gi, '1 $1')
    .replace(/\bevery (second|minute|hour|day|week|month)\b/gi, 'every 1 $1')
}, TEXTS)

/** A light stemmer: enough to join inflections, never across word classes that matter. */
export const stem = memoise((word) => {
  let stemmed = word.replace(/'s$/, '')
  const known = SYNONYMS.get(stemmed)
  if (known !== undefined) return known
  if (stemmed.length <= 3 || /\d|[/_.:@#-]/.test(stemmed)) return stemmed
  stemmed = stemmed
    .replace(/ies$/, 'y')
    .replace(/(ss|x|ch|sh)es$/, '$1')
    .replace(/([^su])s$/, '$1')
    .replace(/ly$/, '')
  const cut = stemmed.replace(/(?:ations?|ation|ing|ed|ion|er|ment)$/, '')
  if (cut.length >= 3 && /[aeiouy]/.test(cut)) stemmed = cut.replace(/([bdgklmnprt])\1$/, '$1')
  stemmed = stemmed.length > 3 ? stemmed.replace(/e$/, '') : stemmed
  return SYNONYMS.get(stemmed) ?? stemmed
}, WORDS)

const HYPHENED = /^[a-z]+(?:-[a-z]+)+$/

export const tokenise = memoise(
  (text): readonly Token[] =>
    [...text.matchAll(/[A-Za-z0-9#@:$][\w./:@#+-]*[\w#+]|[A-Za-z0-9]/g)].flatMap(
      (match): Token[] => {
        const raw = match[0].replace(/[.:]+$/, '')
        const lower = raw.toLowerCase()
        const whole = HYPHENED.test(lower)
        const at = match.index
        const token = { raw, lower, term: stem(whole ? lower.replaceAll('-', '') : lower), at }
        if (!whole && !lower.includes('/')) return [token]
        const parts = lower.split(/[-/]/).filter((part) => part.length > 2 && !STOP.has(part))
        return [
          token,
          ...parts.map((part) => ({
            raw: part,
            lower: part,
            term: stem(part),
            at,
            isPart: true as const,
          })),
        ]
      },
    ),
  TEXTS,
)
