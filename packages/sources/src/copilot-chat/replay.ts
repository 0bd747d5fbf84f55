import { isObject } from '../shared/values.ts'

type Operation = { kind?: unknown; k?: unknown; v?: unknown; i?: unknown }
type Container = Record<string, unknown>

const MAX_PATH = 64
const NEVER = new Set(['__proto__', 'prototype', 'constructor'])

/**
 * Plays the log of a session, which does not hold messages but what was done to one object: 0 begins it, 1 sets a value,
 * 2 cuts a list at `i` and adds to it, 3 takes a key out. Whatever a log says, it touches nothing but that object, and no
 * list grows by more than is said to be put into it.
 */
export const createReplay = () => {
  let root: unknown
  return {
    /** False for what is no operation, or none that fits what was played before. */
    apply: (operation: Operation): boolean => {
      const { kind, k, v } = operation
      if (kind === 0) {
        root = v
        return isObject(v)
      }
      if (!isPath(k)) return false
      const last = k.at(-1)
      const parent = walk(root, k.slice(0, -1))
      if (last === undefined || parent === undefined) return false
      if (kind === 1) return setAt(parent, last, v)
      if (kind === 2) return pushAt(parent, last, operation)
      return kind === 3 && deleteAt(parent, last)
    },
    result: () => root,
  }
}

type Step = string | number

const isPath = (value: unknown): value is Step[] =>
  Array.isArray(value) &&
  value.length <= MAX_PATH &&
  value.every((step) =>
    typeof step === 'string' ? !NEVER.has(step) : Number.isSafeInteger(step) && step >= 0,
  )

const walk = (root: unknown, steps: readonly Step[]): Container | unknown[] | undefined => {
  let at: unknown = root
  for (const step of steps) at = childOf(at, step)
  return typeof at === 'object' && at !== null ? (at as Container) : undefined
}

const childOf = (at: unknown, step: Step): unknown => {
  if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined
  return (at as Container)[step]
}

const setAt = (parent: Container | unknown[], step: Step, value: unknown): boolean => {
  if (Array.isArray(parent)) {
    if (typeof step !== 'number' || step > parent.length) return false
    parent[step] = value
    return true
  }
  parent[step] = value
  return true
}

const pushAt = (parent: Container | unknown[], step: Step, { v, i }: Operation): boolean => {
  const before = childOf(parent, step)
  const list: unknown[] = Array.isArray(before) ? before : []
  if (typeof i === 'number' && i >= 0 && i < list.length) list.length = Math.floor(i)
  if (Array.isArray(v)) for (const item of v) list.push(item)
  return setAt(parent, step, list)
}

const deleteAt = (parent: Container | unknown[], step: Step): boolean => {
  if (Array.isArray(parent)) return false
  delete parent[step]
  return true
}
