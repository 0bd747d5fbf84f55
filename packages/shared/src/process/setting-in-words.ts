import type { z } from 'zod'

/** What is wrong with the value of a setting: what follows its name. What a schema says in its own words stays. */
export const settingInWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'must be set'
        : `must be ${TYPES[issue.expected] ?? 'text'}`
    case 'too_small':
      return issue.origin === 'string' ? undefined : `must be at least ${issue.minimum}`
    case 'too_big':
      return issue.origin === 'string' ? undefined : `must be at most ${issue.maximum}`
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`
    default:
      return undefined
  }
}

const TYPES: Record<string, string> = { number: 'a number', int: 'a whole number' }
