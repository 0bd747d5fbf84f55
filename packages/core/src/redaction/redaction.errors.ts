import { defineError } from '../errors.ts'

export const redactionRuleUnsafe = defineError(
  'invalid',
  'redaction_rules.unsafe',
  'A pattern could take too long over a text made for it; bound what repeats, and repeat no groups.',
)
