import { type BlockCut, boundSessions } from '@teamlore/shared/bound-blocks'

export type ReadBody = {
  value: unknown
  cuts: BlockCut[]
  /** A name that no field may have, since it reaches for prototypes; null where there is none. */
  refused: Poison | null
}

/** @throws SyntaxError when it is no JSON. */
export const readBody = (text: string, isOfSessions: boolean): ReadBody =>
  readValue(JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text), isOfSessions)

/** The same of what was parsed already. */
export const readValue = (value: unknown, isOfSessions: boolean): ReadBody => {
  const cuts = isOfSessions ? boundSessions(value) : []
  return { value, cuts, refused: findPoison(value, isOfSessions) }
}

type Fields = Record<string, unknown>

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null

const POISON = ['__proto__', 'constructor'] as const
export type Poison = (typeof POISON)[number]

/**
 * A body that names such a field is refused. What a tool was called with is none of ours and may hold any name: there what reaches
 * for a prototype is taken out, since a transcript that holds one is still a transcript.
 */
const findPoison = (value: unknown, isOfSessions: boolean): Poison | null => {
  const waiting: { at: Fields; isForeign: boolean }[] = []
  const look = (child: unknown, isForeign: boolean): void => {
    if (isObject(child)) waiting.push({ at: child, isForeign })
  }
  look(value, false)
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { at, isForeign } = next
    const found = POISON.filter((name) => Object.hasOwn(at, name))
    if (!isForeign && found[0]) return found[0]
    for (const name of found) if (isReaching(at, name)) Reflect.deleteProperty(at, name)
    for (const [name, child] of Object.entries(at))
      look(child, isForeign || (isOfSessions && name === 'input'))
  }
  return null
}

const isReaching = (fields: Fields, name: Poison): boolean => {
  const held = fields[name]
  return name === '__proto__' || (isObject(held) && Object.hasOwn(held, 'prototype'))
}
