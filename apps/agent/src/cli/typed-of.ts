import type { Command } from 'commander'
import type { Json } from './add-command.ts'

/** What was typed, without what belongs to every command, and without spaces around it. */
export const typedOf = <O>(command: Command): O => {
  const { json: _, ...options } = command.optsWithGlobals<O & Json>()
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [name, trimmed(value)]),
  ) as O
}
const trimmed = (value: unknown): unknown => {
  if (typeof value === 'string') return value.trim()
  return Array.isArray(value) ? value.map(trimmed) : value
}
