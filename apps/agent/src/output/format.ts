import { plural } from '@teamlore/shared/plural'

export { plural, wholeNumber as count } from '@teamlore/shared/plural'

/** `740 B`, `3.2 MB` */
export const bytes = (value: number): string => {
  if (value < 1_000) return `${value} B`
  const units = ['KB', 'MB', 'GB', 'TB'] as const
  let rest = value
  let unit: string = 'B'
  for (const next of units) {
    if (rest < 999.5) break
    rest /= 1_000
    unit = next
  }
  return `${rest < 10 ? rest.toFixed(1) : Math.round(rest)} ${unit}`
}

/** `0.4 s`, `12 s`, `3 min 5 s` */
export const duration = (ms: number): string => {
  if (ms < 10_000) return `${(ms / 1_000).toFixed(1)} s`
  const seconds = Math.round(ms / 1_000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

const two = (value: number): string => String(value).padStart(2, '0')

const parse = (iso: string | null): Date | undefined => {
  const date = new Date(iso ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? undefined : date
}

const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`

const clockOf = (date: Date): string => `${two(date.getHours())}:${two(date.getMinutes())}`

/** `2026-05-01 14:02` by the clock of this machine; a dash when the time is not known. */
export const dateTime = (iso: string | null): string => {
  const date = parse(iso)
  return date === undefined ? '–' : `${dayOf(date)} ${clockOf(date)}`
}

/** `2026-05-01` by the calendar of this machine. */
export const day = (iso: string | null): string => dateTime(iso).split(' ', 1)[0] ?? '–'

/** `14:02`, or with its day where that is not `reference`'s. */
export const timeBeside = (iso: string | null, reference: string | null): string => {
  const date = parse(iso)
  if (date === undefined) return ''
  return day(iso) === day(reference) ? clockOf(date) : dateTime(iso)
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `just now`, `5 min ago`, `3 h ago`, `2 days ago`, and after a week the day itself. */
export const ago = (iso: string | null, now: Date): string => {
  const date = parse(iso)
  if (date === undefined) return '–'
  const age = now.getTime() - date.getTime()
  // A clock that runs ahead by more than this is not worth a relative time.
  if (age < -MINUTE || age >= 7 * DAY) return dayOf(date)
  if (age < MINUTE) return 'just now'
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`
  if (age < DAY) return `${Math.floor(age / HOUR)} h ago`
  return `${plural(Math.floor(age / DAY), 'day')} ago`
}

/** `/home/ana/x` → `~/x` */
export const tilde = (path: string, home: string): string =>
  home !== '' && (path === home || path.startsWith(`${home}/`))
    ? `~${path.slice(home.length)}`
    : path
