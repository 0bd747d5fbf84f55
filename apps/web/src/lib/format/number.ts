import type { ListTotal } from '@teamlore/shared'

const UNITS = [
  { from: 1e9, letter: 'B' },
  { from: 1e6, letter: 'M' },
  { from: 1e3, letter: 'k' },
] as const

/** 950 → `950`, 1234 → `1.2k`, 98 765 432 → `98.8M`: for places where the digits behind do not matter. */
export const compactNumber = (value: number): string => {
  for (const { from, letter } of UNITS) {
    // 999 500 would round up to `1000k`, so each unit begins where the smaller one stops fitting.
    if (Math.abs(value) >= from * 0.9995) {
      const scaled = value / from
      return `${Math.abs(scaled) < 99.95 ? trimZero(scaled.toFixed(1)) : Math.round(scaled)}${letter}`
    }
  }
  return String(Math.round(value))
}

const trimZero = (text: string) => text.replace(/\.0$/, '')

const grouped = new Intl.NumberFormat('en-US')

/** 12345 → `12,345`. */
export const wholeNumber = (value: number): string => grouped.format(value)

/** `1 message`, `2 messages`, `1 summary`, `2 summaries` (the plural is given when it is not just an s). */
export const count = (value: number, one: string, many = `${one}s`): string =>
  `${wholeNumber(value)} ${value === 1 ? one : many}`

/** As `count`, where the digits behind do not matter: `1 token`, `1.2k tokens`. */
export const compactCount = (value: number, one: string, many = `${one}s`): string =>
  `${compactNumber(value)} ${value === 1 ? one : many}`

/** `1,119`, or `10,000+` where counting stopped at a bound. */
export const totalNumber = ({ value, relation }: ListTotal): string =>
  relation === 'at_least' ? `${wholeNumber(value)}+` : wholeNumber(value)

/** What a narrowed list has, of all there is: `12 of 1,119 sessions`. Of a server that does not say, nothing. */
export const shareOf = (
  total: ListTotal | null | undefined,
  all: number | undefined,
  one: string,
): string | undefined => {
  if (!total) return undefined
  if (all === undefined) return `${totalNumber(total)} ${total.value === 1 ? one : `${one}s`}`
  // What came in between two answers must not make the part larger than the whole.
  return `${totalNumber(total)} of ${count(Math.max(all, total.value), one)}`
}

/** Sizes as people know them: 48 211 → `47 KB`. */
export const byteSize = (bytes: number): string => {
  if (bytes < 1024) return `${bytes} B`
  const kilobytes = bytes / 1024
  if (kilobytes < 1024) return `${Math.round(kilobytes)} KB`
  return `${(kilobytes / 1024).toFixed(1)} MB`
}
