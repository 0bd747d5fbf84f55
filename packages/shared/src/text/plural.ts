/** `12,300` of a whole number. Without `Intl`, whose tables take 10 MB of a watch that would need nothing else of them. */
export const wholeNumber = (value: number): string =>
  Math.round(value)
    .toString()
    .replace(/\B(?=(?:\d{3})+$)/g, ',')

/** `1 session`, `12,300 messages`, `1 entry`, `2 entries` (the plural is given where it is not just an s). */
export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${wholeNumber(value)} ${value === 1 ? one : many}`
