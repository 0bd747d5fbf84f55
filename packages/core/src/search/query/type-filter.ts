import { redactSecrets } from '@teamlore/redaction'
import { factsOf, observationTypeSchema, PRESENT_KINDS } from '@teamlore/shared'
import { editDistance } from '@teamlore/shared/edit-distance'

/** Kinds by how people write of many: `memories`. */
const KIND_OF_MANY = new Map<string, string>(
  PRESENT_KINDS.map((kind) => [factsOf(kind).label.toLowerCase().replaceAll(' ', '_'), kind]),
)

/** What `type:` knows: kinds, and types of a kind. */
export const TYPES: readonly string[] = [
  ...PRESENT_KINDS,
  ...observationTypeSchema.options,
  'assistant',
  'command',
  'tool_call',
  'tool_result',
]

/** Beyond this, somebody meant something else. */
const MAX_SLIPS = 2
const MAX_CHARS = 60
const MAX_NAMED = 3

export type ReadTypes = {
  known: string[]
  /** As typed: there is no such type. */
  unknown: string[]
  notes: string[]
}

/** What the values of `type:` mean. */
export const readTypes = (values: readonly string[]): ReadTypes => {
  const read: ReadTypes = { known: [], unknown: [], notes: [] }
  for (const value of values) {
    const type = typeOf(value)
    if (TYPES.includes(type)) read.known.push(type)
    else read.unknown.push(value)
  }
  if (read.unknown.length > 0) read.notes.push(noteOnUnknown(read.unknown))
  return read
}

/** In any spelling that leaves the letters, and of many as of one. */
const typeOf = (value: string): string => {
  const lower = value.toLowerCase().replaceAll('-', '_')
  return KIND_OF_MANY.get(lower) ?? (TYPES.includes(lower) ? lower : lower.replace(/s$/, ''))
}

const noteOnUnknown = (unknown: readonly string[]): string => {
  const named = unknown
    .slice(0, MAX_NAMED)
    .map((value) => `"${redactSecrets(value.slice(0, MAX_CHARS)).text}"`)
  if (unknown.length > MAX_NAMED) named.push(`any of ${unknown.length - MAX_NAMED} more`)
  const meant = [...new Set(unknown.map(nearestType).filter((type) => type !== undefined))]
  const left = `There is no type ${named.join(' or ')}, so ${unknown.length === 1 ? 'it was' : 'they were'} left out`
  return meant.length > 0
    ? `${left}. Did you mean ${meant.map((type) => `type:${type}`).join(' or ')}?`
    : `${left}; types are ${TYPES.join(', ')}.`
}

const nearestType = (value: string): string | undefined => {
  const type = typeOf(value.slice(0, MAX_CHARS))
  const most = type.length > 4 ? MAX_SLIPS : 1
  return TYPES.map((known) => ({ known, slips: editDistance(type, known, most) }))
    .filter(({ slips }) => slips <= most)
    .sort((a, b) => a.slips - b.slips)[0]?.known
}
