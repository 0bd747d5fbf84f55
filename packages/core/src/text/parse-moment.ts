const DAY_MS = 86_400_000
const UNIT_DAYS: Readonly<Record<string, number>> = { d: 1, w: 7, m: 30, y: 365 }

/**
 * First moment (UTC) of what `before:` and `after:` name: `2026`, `2026-03`, `2026-03-09`, a full ISO time, `today`,
 * `yesterday`, or so long ago: `12h`, `7d`, `2w`, `3m`, `1y`. Undefined when it is none of these.
 */
export const parseMoment = (text: string, now: Date): Date | undefined => {
  const word = text.trim().toLowerCase()
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  if (word === 'now') return now
  if (word === 'today') return new Date(today)
  if (word === 'yesterday') return new Date(today - DAY_MS)
  const ago = /^(\d{1,4})([hdwmy])$/.exec(word)
  if (ago !== null) {
    const unit = ago[2] === 'h' ? DAY_MS / 24 : (UNIT_DAYS[ago[2] ?? ''] ?? 0) * DAY_MS
    return valid(new Date(now.getTime() - Number(ago[1]) * unit))
  }
  return calendarMoment(text.trim())
}

const calendarMoment = (text: string): Date | undefined => {
  const day = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text)
  if (day !== null) {
    const [, year = '', month = '01', date = '01'] = day
    const moment = valid(new Date(`${year}-${month}-${date}T00:00:00Z`))
    // 2026-02-31 would silently become March.
    return moment?.getUTCDate() === Number(date) ? moment : undefined
  }
  const isFullTime =
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?$/i.test(text)
  if (!isFullTime) return undefined
  return valid(new Date(/[Zz]|[+-]\d{2}:?\d{2}$/.test(text.slice(10)) ? text : `${text}Z`))
}

/** PostgreSQL knows years to 294276; anything a session has seen is well within these. */
const valid = (moment: Date): Date | undefined => {
  const year = moment.getUTCFullYear()
  return Number.isFinite(moment.getTime()) && year >= 1900 && year <= 9999 ? moment : undefined
}
