/** A moment as somebody asks for it. A date alone means its beginning, in UTC. */
export const isoOf = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : new Date(text).toISOString()
