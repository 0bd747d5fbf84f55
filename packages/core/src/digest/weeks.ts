const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** Monday, eight o'clock UTC. */
const HOUR = 8

/** The week that this time is in: when its digest is due, and its name. */
export const weekOf = (at: Date): { start: Date; name: string } => {
  const today = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate())
  const monday = today - ((at.getUTCDay() + 6) % 7) * DAY_MS
  const due = monday + HOUR * HOUR_MS
  const start = at.getTime() < due ? due - 7 * DAY_MS : due
  return { start: new Date(start), name: new Date(start).toISOString().slice(0, 10) }
}

/** A digest that could not be sent for so long is of no use any more. */
export const LATE_MS = DAY_MS
