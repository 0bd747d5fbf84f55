import { type BlockCut, boundSessions } from '@teamlore/shared/bound-blocks'

export type ReadBody = { value: unknown; cuts: BlockCut[] }

/**
 * Keys made to reach prototypes are taken out; a transcript that holds one is still a transcript.
 *
 * @throws SyntaxError when it is no JSON.
 */
export const readBody = (text: string, isOfSessions: boolean): ReadBody => {
  const value: unknown = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  const cuts = isOfSessions ? boundSessions(value) : []
  return { value: withoutPoison(value), cuts }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const withoutPoison = (value: unknown): unknown => {
  const waiting = isObject(value) ? [value] : []
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const name of POISON) if (isPoison(at, name)) Reflect.deleteProperty(at, name)
    for (const child of Object.values(at)) if (isObject(child)) waiting.push(child)
  }
  return value
}

const POISON = ['__proto__', 'constructor'] as const

const isPoison = (fields: Record<string, unknown>, name: (typeof POISON)[number]): boolean => {
  if (!Object.hasOwn(fields, name)) return false
  const held = fields[name]
  return name === '__proto__' || (isObject(held) && Object.hasOwn(held, 'prototype'))
}
