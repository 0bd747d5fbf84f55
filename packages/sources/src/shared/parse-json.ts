/** The value of a JSON text; undefined when it is none. */
export const parseJson = (text: unknown): unknown => {
  if (typeof text !== 'string') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Counts what could not be read, and where it was first seen, from 1 on. */
export const createBadCounter = () => {
  const bad = { count: 0, first: 0 }
  return {
    bad,
    note: (at: number): void => {
      bad.count++
      bad.first = bad.first === 0 ? at : Math.min(bad.first, at)
    },
  }
}
