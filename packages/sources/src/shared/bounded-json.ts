import type { Block } from '@teamlore/shared'

type Json = Extract<Block, { type: 'other' }>['raw']

const MAX_DEPTH = 60

/**
 * A parsed JSON value with its too deep parts replaced, so that nothing later runs out of stack over it. What is shallow
 * enough, as nearly everything is, is the value itself.
 */
export const boundedJson = (value: unknown): Json =>
  isShallow(value, 0) ? (value as Json) : bounded(value, 0)

/** Whether it may stay as it is. */
const isShallow = (value: unknown, depth: number): boolean => {
  if (value === undefined) return false
  if (value === null || typeof value !== 'object') return true
  if (depth >= MAX_DEPTH) return false
  if (Array.isArray(value)) return value.every((item) => isShallow(item, depth + 1))
  for (const key in value)
    if (!isShallow((value as Record<string, unknown>)[key], depth + 1)) return false
  return true
}

const bounded = (value: unknown, depth: number): Json => {
  if (value === undefined) return null
  if (value === null || typeof value !== 'object') return value as Json
  if (depth >= MAX_DEPTH) return '[nested too deeply]'
  if (Array.isArray(value)) return value.map((item) => bounded(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, bounded(item, depth + 1)]),
  )
}
