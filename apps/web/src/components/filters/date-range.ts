/** The usual spans of days, each ending now. */
export const presets = (nowMs: number): { label: string; after: string }[] => [
  { label: 'Today', after: dayBefore(nowMs, 0) },
  { label: 'Last 7 days', after: dayBefore(nowMs, 6) },
  { label: 'Last 30 days', after: dayBefore(nowMs, 29) },
  { label: 'Last 90 days', after: dayBefore(nowMs, 89) },
]

/** `YYYY-MM-DD` of a day, by the clock on the wall. */
const dayBefore = (nowMs: number, days: number): string => {
  const date = new Date(nowMs)
  date.setDate(date.getDate() - days)
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

/** `from 2026-11-01`, `before 2026-11-30`, or both. */
export const describeDates = (after: string | null, before: string | null): string => {
  if (after !== null && before !== null) return `${after} to ${before}`
  return after !== null ? `from ${after}` : `before ${before}`
}
