/** Enough for any line; what a terminal shows of it is cut to its width. */
const MAX_CHARS = 2_000
const MAX_FIELDS = 12
/** Nobody reads the gist of more than this, and parsing it would hold up a whole tree. */
const MAX_JSON_CHARS = 200_000

/** Data as a person would put it into one line: `status ok, items 3, next page yes`. Nothing in it is spelled as JSON. */
export const gistOfData = (value: unknown): string => oneLine(gist(value, 0))

/** What a text says where it is JSON; undefined where it is none. */
export const gistOfJsonText = (text: string): string | undefined => {
  const trimmed = text.trim()
  if (!/^[[{]/.test(trimmed) || trimmed.length > MAX_JSON_CHARS) return undefined
  try {
    return gistOfData(JSON.parse(trimmed))
  } catch {
    return undefined
  }
}

const gist = (value: unknown, depth: number): string => {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'object' || value === null) return String(value ?? 'nothing')
  if (Array.isArray(value)) return gistOfList(value, depth)
  const fields = Object.entries(value).slice(0, MAX_FIELDS)
  if (depth > 1) return amount(Object.keys(value).length, 'field')
  return fields.map(([name, one]) => gistOfField(name, one, depth)).join(', ')
}

const gistOfField = (name: string, value: unknown, depth: number): string =>
  Array.isArray(value) && !value.every(isPlain)
    ? `${name} (${value.length})`
    : `${name} ${gist(value, depth + 1)}`.trimEnd()

const gistOfList = (values: readonly unknown[], depth: number): string =>
  values.length > 0 && values.length <= MAX_FIELDS && values.every(isPlain)
    ? values.map((one) => gist(one, depth + 1)).join(' ')
    : amount(values.length, 'item')

const amount = (value: number, noun: string): string => `${value} ${noun}${value === 1 ? '' : 's'}`

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null

const oneLine = (text: string): string => text.slice(0, MAX_CHARS).replace(/\s+/g, ' ').trim()
