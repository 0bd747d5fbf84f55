import { defineError } from '../errors.ts'

export const linkUnasked = defineError(
  'invalid',
  'link.unasked',
  'Say whose links: give `session`, `commit` or `branch`.',
)

export const tooManyCommits = defineError(
  'invalid',
  'link.too_many_commits',
  'Ask for the links of at most 100 commits at once.',
)
