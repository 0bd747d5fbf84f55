import { usageError } from '../../errors/cli-error.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const UNITS: Record<string, number> = {
  h: DAY_MS / 24,
  d: DAY_MS,
  w: 7 * DAY_MS,
  m: 30 * DAY_MS,
  y: 365 * DAY_MS,
}

export type Edge = 'since' | 'until' | 'at' | 'as-of' | 'from' | 'to'

/**
 * A moment as people write it: `2026-05-01` (a day by the calendar of this machine, `until` and `to` include it), a full ISO time,
 * `12h`, `7d`, `2w`, `3m`, `1y` ago, `today`, `yesterday`. Returns an ISO time. `name`: how the person gave it.
 *
 * @throws CliError when it is none of these.
 */
export const parseTime = (text: string, edge: Edge, now: Date, name = `--${edge}`): string => {
  const typed = text.trim().toLowerCase()
  const date =
    relative(typed, now) ??
    calendarDay(typed, edge, now) ??
    (/^\d{4}-\d\d-\d\dt/.test(typed) ? new Date(text.trim()) : undefined)
  if (date === undefined || Number.isNaN(date.getTime()))
    throw usageError(
      `${name}: "${text}" is no time that is understood here.`,
      'Give a day such as 2026-05-01, or how long ago: 12h, 7d, 2w, 3m, 1y.',
    )
  return date.toISOString()
}

const relative = (typed: string, now: Date): Date | undefined => {
  const [, amount, unit] = /^(\d{1,4})\s?([hdwmy])$/.exec(typed) ?? []
  const length = unit === undefined ? undefined : UNITS[unit]
  return length === undefined ? undefined : new Date(now.getTime() - Number(amount) * length)
}

const calendarDay = (typed: string, edge: Edge, now: Date): Date | undefined => {
  const start = startOfDay(typed, now)
  // What held on a day is what held when it began; what happened on it lies before its end.
  if (start === undefined || edge === 'since' || edge === 'as-of' || edge === 'from') return start
  return new Date(start.getFullYear(), start.getMonth(), start.getDate() + 1)
}

const startOfDay = (typed: string, now: Date): Date | undefined => {
  if (typed === 'today' || typed === 'yesterday')
    return new Date(now.getFullYear(), now.getMonth(), now.getDate() - (typed === 'today' ? 0 : 1))
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(typed)?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return undefined
  const date = new Date(year, month - 1, day)
  // 2026-02-31 would quietly become a day in March.
  return date.getMonth() === month - 1 && date.getDate() === day ? date : undefined
}
