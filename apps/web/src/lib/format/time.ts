const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NEAR_DAYS = 7

/** How long ago, short enough for a list: `now`, `5 min`, `3 h`, `2 d`, then the date. */
export const shortAgo = (iso: string, nowMs: number): string => {
  const ms = nowMs - Date.parse(iso)
  if (Number.isNaN(ms)) return 'unknown'
  // Clocks of two machines are never quite alike.
  if (ms < MINUTE) return ms > -5 * MINUTE ? 'now' : shortDate(iso, nowMs)
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min ago`
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h ago`
  if (ms < 7 * DAY) return `${Math.floor(ms / DAY)} d ago`
  return shortDate(iso, nowMs)
}

/** `3 Nov`, with the year when it is another one. */
export const shortDate = (iso: string, nowMs: number): string => {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return 'unknown'
  const isSameYear = date.getFullYear() === new Date(nowMs).getFullYear()
  return date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(isSameYear ? {} : { year: 'numeric' }),
  })
}

/** The moment in full, for tooltips: `Sat 21 Nov 2026, 22:54:01`. */
export const fullMoment = (iso: string): string => {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return iso
  const day = date.toLocaleDateString('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })
  return `${day}, ${date.toLocaleTimeString('en-GB')}`
}

/** Time of day: `22:54`. */
export const clockTime = (iso: string): string => {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  return date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
}

/**
 * Heading of a stretch of time in a list: a day while it is near (`Today`, `Yesterday`, `Friday 20 November`), a month
 * further back (`August`, `December 2025`).
 */
export const timeHeading = (iso: string, nowMs: number): string => {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return 'Undated'
  const days = Math.round((midnight(nowMs) - midnight(date.getTime())) / DAY)
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  const isSameYear = date.getFullYear() === new Date(nowMs).getFullYear()
  const heading = date.toLocaleDateString('en-GB', {
    ...(days > 0 && days < NEAR_DAYS ? { weekday: 'long', day: 'numeric' } : {}),
    month: 'long',
    ...(isSameYear ? {} : { year: 'numeric' }),
  })
  // Some browsers put a comma behind the weekday, others do not.
  return heading.replace(',', '')
}

const midnight = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0)

/** How long something took: `42 s`, `12 min`, `3 h 20 min`, `2 d 4 h`. */
export const duration = (ms: number): string => {
  if (ms < MINUTE) return `${Math.max(0, Math.round(ms / 1000))} s`
  if (ms < HOUR) return `${Math.round(ms / MINUTE)} min`
  if (ms < DAY) return pair(ms, HOUR, 'h', MINUTE, 'min')
  return pair(ms, DAY, 'd', HOUR, 'h')
}

const pair = (ms: number, big: number, bigName: string, small: number, smallName: string) => {
  const bigs = Math.floor(ms / big)
  const smalls = Math.floor((ms % big) / small)
  return smalls === 0 ? `${bigs} ${bigName}` : `${bigs} ${bigName} ${smalls} ${smallName}`
}
