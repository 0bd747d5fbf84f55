/** A minute of the day on which all of it happens. */
export const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 9, minute)).toISOString()
