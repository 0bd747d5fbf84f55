const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const CLOCK =
  /(?:resets|try again at)\s+(?:([A-Z][a-z]{2})\w*\.? (\d{1,2})(?:st|nd|rd|th)?(?:, (\d{4}))?,?(?: at)? )?(\d{1,2})(?::(\d\d))?\s*([ap])\.?m\.?(?: \(([^)]+)\))?/i

/** `resets 4:21am (UTC)`, `try again at 4:27 AM`, `at Nov 30th, 2026 4:27 AM`: the next such moment. */
export const whenAgain = (text: string, now: Date): Date | undefined => {
  const found = CLOCK.exec(text)
  if (found === null) return undefined
  const [, month, day, year, hourText, minuteText = '0', half = 'a', zone] = found
  const at = new Date(now)
  if (year !== undefined) at.setFullYear(Number(year))
  if (month !== undefined) at.setMonth(MONTHS.indexOf(month.toLowerCase()), Number(day))
  const hour = (Number(hourText) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  if (zone === 'UTC') at.setUTCHours(hour, Number(minuteText), 0, 0)
  else at.setHours(hour, Number(minuteText), 0, 0)
  if (month === undefined && at <= now) at.setDate(at.getDate() + 1)
  return at
}
