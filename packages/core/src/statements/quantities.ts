import { memoise } from '../platform/memoise.ts'
import { STOP } from './lexicon.ts'
import { stem } from './words.ts'

/** A number with what it counts: `{ value: 900, dim: 'time' }` for 15 minutes. */
export type Quantity = { value: number; dim: string; raw: string }

const UNITS: [RegExp, string, number][] = [
  [/^(?:ms|millis(?:econds?)?)$/, 'time', 0.001],
  [/^(?:s|secs?|seconds?)$/, 'time', 1],
  [/^(?:m|mins?|minutes?)$/, 'time', 60],
  [/^(?:h|hrs?|hours?)$/, 'time', 3_600],
  [/^days?$/, 'time', 86_400],
  [/^weeks?$/, 'time', 604_800],
  [/^months?$/, 'time', 2_592_000],
  [/^years?$/, 'time', 31_536_000],
  [/^(?:b|bytes?)$/, 'bytes', 1],
  [/^kb$/, 'bytes', 1e3],
  [/^mb$/, 'bytes', 1e6],
  [/^gb$/, 'bytes', 1e9],
  [/^tb$/, 'bytes', 1e12],
  [/^(?:%|percent)$/, 'percent', 1],
  [/^px$/, 'px', 1],
  [/^(?:eur|usd|dollars?|euros?)$/, 'money', 1],
]

const PERIODS = [
  { raw: 'hourly', value: 3_600, pattern: /\bhourly\b/i },
  { raw: 'daily', value: 86_400, pattern: /\bdaily\b/i },
  { raw: 'nightly', value: 86_400, pattern: /\bnightly\b/i },
  { raw: 'weekly', value: 604_800, pattern: /\bweekly\b/i },
  { raw: 'monthly', value: 2_592_000, pattern: /\bmonthly\b/i },
  { raw: 'yearly', value: 31_536_000, pattern: /\byearly\b/i },
]

const NUMBER = /(?<![\w.:/-])(v?)(\d+(?:\.\d+)*)(%|:\d\d(?!\d))?(?:\s?([A-Za-z]+))?(?![\w/])/g

type Found = { raw: string; v: string; digits: string; mark: string; word: string; before: string }

const isVersion = ({ v, digits, before }: Found): boolean => {
  const name = /([A-Za-z][\w.]*)\s+(?:level |version |is |from |to |max |min |port )*$/.exec(
    before,
  )?.[1]
  return (
    v !== '' ||
    digits.includes('.') ||
    /^[A-Z]/.test(name ?? '') ||
    /port|version$/i.test(before.trimEnd())
  )
}

const quantityOf = (found: Found): Quantity => {
  const { raw, digits, mark, word } = found
  const unit = (mark === '%' ? '%' : word).toLowerCase()
  if (mark.startsWith(':'))
    return { value: Number(digits) * 60 + Number(mark.slice(1)), dim: 'clock', raw }
  const known = UNITS.find(([pattern]) => pattern.test(unit))
  if (known !== undefined) return { value: Number(digits) * known[2], dim: known[1], raw }
  if (isVersion(found)) return { value: Number.parseFloat(digits), dim: 'version', raw }
  return {
    value: Number(digits),
    dim: word !== '' && !STOP.has(unit) ? `count:${stem(unit)}` : 'count',
    raw,
  }
}

/** Texts whose numbers are known: each statement is compared with several others. */
const TEXTS = 500

export const quantities = memoise((text): readonly Quantity[] => {
  const counted = [...text.matchAll(NUMBER)].map((match) =>
    quantityOf({
      raw: match[0],
      v: match[1] ?? '',
      digits: match[2] ?? '',
      mark: match[3] ?? '',
      word: match[4] ?? '',
      before: text.slice(0, match.index),
    }),
  )
  const periods = PERIODS.filter(({ pattern }) => pattern.test(text))
  return [...counted, ...periods.map(({ raw, value }) => ({ value, dim: 'time', raw }))]
}, TEXTS)

const isCount = ({ dim }: Quantity): boolean => dim.startsWith('count')

/** Whether two numbers count the same, as far as one can say. */
export const areComparable = (a: Quantity, b: Quantity): boolean =>
  a.dim === b.dim || (isCount(a) && isCount(b) && (a.dim === 'count' || b.dim === 'count'))
