import { expect, test } from 'vitest'
import { numberOf } from './number-of.ts'

test('a merge request is written as GitLab writes it, and a pull request as GitHub does', () => {
  expect([numberOf('github', 3), numberOf('gitlab', 3)]).toEqual(['#3', '!3'])
})
