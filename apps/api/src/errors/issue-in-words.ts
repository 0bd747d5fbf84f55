import { redactSecrets } from '@teamlore/redaction'
import type { z } from 'zod'

/**
 * What is wrong with a value, said to somebody who has to write another: what follows its name. Where nothing better is
 * known, the schema's own words stay.
 */
export const issueInWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `is missing: it must be ${named(issue.expected)}`
        : `must be ${named(issue.expected)}`
    case 'too_small':
      return sizeInWords(issue.origin, Number(issue.minimum), 'at least')
    case 'too_big':
      return sizeInWords(issue.origin, Number(issue.maximum), 'at most')
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`
    case 'invalid_format':
      return FORMATS[issue.format]
    case 'unrecognized_keys':
      return `there is no field ${issue.keys.slice(0, 5).map(shown).join(', ')} here: leave it out`
    default:
      return undefined
  }
}

const TYPES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with fields',
  record: 'an object with fields',
}

const named = (expected: string): string => TYPES[expected] ?? `of the type ${expected}`

const FORMATS: Record<string, string> = {
  datetime: 'must be a date and time such as 2026-03-04T05:06:07Z',
  date: 'must be a date such as 2026-03-04',
}

const UNITS: Record<string, string> = { string: 'character', array: 'entry', set: 'entry' }

const sizeInWords = (origin: string, size: number, bound: 'at least' | 'at most'): string => {
  const unit = UNITS[origin]
  if (unit === undefined) return `must be ${bound} ${size}`
  if (bound === 'at least' && size === 1) return 'must not be empty'
  return `must have ${bound} ${size} ${size === 1 ? unit : PLURALS[unit]}`
}

const PLURALS: Record<string, string> = { character: 'characters', entry: 'entries' }

/** A name that stands where none should may be anything, a secret too. */
const shown = (name: string): string => `"${redactSecrets(name).text.slice(0, 40)}"`
