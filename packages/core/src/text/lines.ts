/** What there is of these, a line each. */
export const lines = (parts: readonly (string | null | false)[]): string =>
  parts.filter((part) => part !== null && part !== false && part !== '').join('\n')

/** A list below its name; nothing where it is empty. */
export const list = (name: string, items: readonly string[]): string =>
  items.length === 0 ? '' : `${name}:\n${items.map((item) => `- ${item}`).join('\n')}`
