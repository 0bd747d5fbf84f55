import type { Block } from '@teamlore/shared'

type Json = Extract<Block, { type: 'other' }>['raw']

const MAX_DEPTH = 60

/**
 * A parsed JSON value with its too deep parts replaced, so that nothing later runs out of stack over it. Shares with the
 * original what is shallow enough.
 */
export const boundedJson = (value: unknown, depth = 0): Json => {
  if (value === undefined) return null
  if (value === null || typeof value !== 'object') return value as Json
  if (depth >= MAX_DEPTH) return '[nested too deeply]'
  if (Array.isArray(value)) return value.map((item) => boundedJson(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, boundedJson(item, depth + 1)]),
  )
}
