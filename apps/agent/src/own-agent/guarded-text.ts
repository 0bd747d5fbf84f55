/** Look like `@` to a model and like nothing to a tool. The first that the text itself does not hold takes its place. */
const STAND_INS = ['\uFF20', '\uFE6B', '\u24B6\u24B6', '\u27EAat\u27EB'] as const

type Guarded = { text: string; restore: <T>(value: T) => T }

/** Tools take a prompt that begins so for a command. */
const COMMAND = /^\s*[/!#]/

/**
 * Takes from a text what tools act upon: some read the file that is named after an `@`, whatever tools are switched off, and send it.
 * What comes back has the `@` again, so that quotes hold letter by letter.
 */
export const guardText = (text: string): Guarded => {
  const standIn = STAND_INS.find((one) => !text.includes(one)) ?? '[at]'
  const changed = text.replaceAll('@', standIn)
  return {
    text: COMMAND.test(changed) ? `Text:\n${changed}` : changed,
    restore: (value) => restored(value, standIn),
  }
}

const restored = <T>(value: T, standIn: string): T => {
  if (typeof value === 'string') return value.replaceAll(standIn, '@') as T
  if (Array.isArray(value)) return value.map((item) => restored(item, standIn)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, restored(item, standIn)]),
  ) as T
}
