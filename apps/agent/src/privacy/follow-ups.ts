import { fieldsOf, type Json } from './call-fields.ts'

/** What a call left running or put aside, by which a later one gets at what it printed. */
type FollowUps = { handles: string[]; files: string[] }

const MAX_CHARS = 20_000
const HANDLE =
  /\b(?:session|process|task|shell|job|terminal|agent|command|background|with)[ _]?id["']?:? ?["']?([\w-]{1,64})/gi
const PUT_ASIDE =
  /\b(?:saved|written|logged|redirected|stored|streamed) (?:to|in|at):? ?["'`]?((?:[A-Za-z]:)?[\\/~][^\s"'`<>]{1,500})/gi

/** `Command running in background with ID: b1`, `Full output saved to: /tmp/b1.txt`. */
export const followUpsIn = (text: string): FollowUps => {
  const short =
    text.length <= 2 * MAX_CHARS ? text : text.slice(0, MAX_CHARS) + text.slice(-MAX_CHARS)
  const all = (expression: RegExp): string[] => [
    ...new Set([...short.matchAll(expression)].map(([, one = '']) => one.replace(/[.,;:)]+$/, ''))),
  ]
  return { handles: all(HANDLE), files: all(PUT_ASIDE) }
}

const HANDLE_FIELD = /^(?:bash|shell|task|session|process|job|terminal|agent|cell|exec)?id$/

/** What of the kind a call asks after. */
export const handlesOf = (input: Json): string[] =>
  input === null || typeof input !== 'object' || Array.isArray(input)
    ? []
    : fieldsOf(input).flatMap(([key, item]) =>
        HANDLE_FIELD.test(key) && (typeof item === 'string' || typeof item === 'number')
          ? [String(item)]
          : [],
      )
