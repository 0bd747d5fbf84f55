import { nameKey } from '../names.ts'
import type { Calendar } from '../project/project.types.ts'

/** Era, year, month and day of a date in the world, as far as it says them; each may be compared with that of another. */
export type WorldDate = readonly number[]

type Named = { name: string; aliases: readonly string[] }

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&')

/** Which of some names a text has, the longest first, and the text without it. */
const takeName = (
  text: string,
  named: readonly Named[],
): { at: number; rest: string } | undefined => {
  const all = named
    .flatMap(({ name, aliases }, at) =>
      [name, ...aliases].map((one) => ({ at, key: nameKey(one) })),
    )
    .sort((a, b) => b.key.length - a.key.length)
  for (const { at, key } of all) {
    const found = new RegExp(`(?<![\\p{L}\\p{N}])${escaped(key)}(?![\\p{L}\\p{N}])`, 'u').exec(text)
    if (found)
      return { at, rest: `${text.slice(0, found.index)} ${text.slice(found.index + key.length)}` }
  }
  return undefined
}

const PLAIN = /^\D*?(-?\d+)[-/.](\d{1,2})(?:[-/.](\d{1,2}))?\D*$/u
const YEAR = /(?<!\p{L})(?:year|yr|jahr|y)\.?\s*(-?\d+)/u
const NUMBER = /-?\d+/gu

/** Words that a date may have beside its names: of what a number is, and how it is put. */
const PLAIN_WORDS =
  /(?<![\p{L}])(?:year|yr|jahr|y|day|month|date|st|nd|rd|th|the|of|in|on|anno|circa|ca|c|about)(?![\p{L}])/gu

/** Whether a text says something that the calendar does not know: another month, or another era. */
const hasOtherWords = (text: string): boolean => /\p{L}/u.test(text.replace(PLAIN_WORDS, ' '))

type Parts = { year: number; month: number | undefined; day: number | undefined }

const numbersIn = (text: string): number[] => (text.match(NUMBER) ?? []).map(Number)

/** Year, month and day of a text from which the era is taken. */
const partsOf = (text: string, { months }: Calendar): Parts | undefined => {
  const month = takeName(text, months)
  const plain = month ? null : PLAIN.exec(text)
  if (plain) {
    const [, year, monthNumber, day] = plain
    return { year: Number(year), month: Number(monthNumber), day: day ? Number(day) : undefined }
  }
  const rest = month?.rest ?? text
  const said = YEAR.exec(rest)
  const left = numbersIn(said ? rest.replace(said[0], ' ') : rest)
  const year = said ? Number(said[1]) : left.at(-1)
  const day = said ? left[0] : left.length > 1 ? left[0] : undefined
  if (year === undefined) return undefined
  return { year, month: month && month.at + 1, day: month ? day : undefined }
}

const isThere = ({ month, day }: Parts, { months }: Calendar): boolean => {
  if (month === undefined) return true
  const of = months[month - 1]
  if (months.length > 0 && of === undefined) return false
  return month > 0 && (day === undefined || (day > 0 && day <= (of?.days ?? 31)))
}

/**
 * Reads a date in the world by the calendar of its book; undefined where it is none of it. Without an era it is of the last.
 * A word in place of an era or a month must be one: else a date of another age would be taken for one of the last.
 */
export const readWorldDate = (calendar: Calendar, text: string): WorldDate | undefined => {
  const era = takeName(nameKey(text), calendar.eras)
  const rest = era?.rest ?? nameKey(text)
  const parts = partsOf(rest, calendar)
  if (parts === undefined || !isThere(parts, calendar)) return undefined
  const lacksEra = era === undefined && calendar.eras.length > 0
  const lacksMonth = parts.month === undefined && calendar.months.length > 0
  const words = takeName(rest, calendar.months)?.rest ?? rest
  if ((lacksEra || lacksMonth) && hasOtherWords(words)) return undefined
  const at = era?.at ?? Math.max(0, calendar.eras.length - 1)
  const year = calendar.eras[at]?.backwards ? -parts.year : parts.year
  return [at, year, parts.month, parts.day].filter((one) => one !== undefined)
}

/** Which of two comes first; a date that says less comes before those within it. */
export const compareWorldDates = (a: WorldDate, b: WorldDate): number => {
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Whether a date lies in a range, both ends included: an end that says a year means all of it. */
export const isWithin = (
  date: WorldDate,
  { from, to }: { from?: WorldDate | undefined; to?: WorldDate | undefined },
): boolean =>
  (from === undefined || compareWorldDates(date.slice(0, from.length), from) >= 0) &&
  (to === undefined || compareWorldDates(date.slice(0, to.length), to) <= 0)
