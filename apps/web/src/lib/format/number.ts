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

/** Sizes as people know them: 48 211 → `47 KB`. */
export const byteSize = (bytes: number): string => {
  if (bytes < 1024) return `${bytes} B`
  const kilobytes = bytes / 1024
  if (kilobytes < 1024) return `${Math.round(kilobytes)} KB`
  return `${(kilobytes / 1024).toFixed(1)} MB`
}
