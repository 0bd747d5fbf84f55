/** `23 November 2026`, and `23 November 2026, 14:05 UTC` where it is no beginning of a day: as a sentence names a moment. */
export const momentInWords = (moment: Date): string => {
  const day = moment.toLocaleDateString('en-GB', { ...DAY, timeZone: 'UTC' })
  const time = moment.toISOString().slice(11, 16)
  return moment.getTime() % DAY_MS === 0 ? day : `${day}, ${time} UTC`
}

const DAY = { day: 'numeric', month: 'long', year: 'numeric' } as const
const DAY_MS = 86_400_000
