import type { MemorySlots } from '@teamlore/shared/memories'
import { analyseStatement } from '../statements/analyse-statement.ts'
import type { Corpus } from '../statements/corpus.ts'

/**
 * What rules can say of a statement's slots: the one value it names, the one scope, and what it says is not so any more. Subject
 * and attribute are left to whoever wrote it, since guessing them would make strangers of one kind look alike.
 */
export const fillSlots = (statement: string, slots: MemorySlots, corpus: Corpus): MemorySlots => {
  // Whoever took it apart knew whether it has a scope; a word such as "production" may be its subject.
  if (slots.subject !== null && slots.attribute !== null && slots.value !== null) return slots
  const parts = analyseStatement(statement, corpus)
  const names = [...parts.names].filter((name) => !parts.denied.has(name))
  const [number, secondNumber] = parts.main
  const value =
    number !== undefined && secondNumber === undefined
      ? number.raw
      : number === undefined && names.length === 1
        ? (names[0] ?? null)
        : null
  const scopes = [...parts.scopes.values()].flatMap((words) => [...words])
  const denied = [...parts.denied].filter((term) => parts.names.has(term))
  return {
    subject: slots.subject,
    attribute: slots.attribute,
    value: slots.value ?? value,
    scope: slots.scope ?? (scopes.length === 1 ? (scopes[0] ?? null) : null),
    replaces: slots.replaces ?? (denied.length === 1 ? (denied[0] ?? null) : null),
  }
}
