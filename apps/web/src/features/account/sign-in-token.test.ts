import { expect, test } from 'vitest'
import { tokenIn } from './sign-in-token.ts'

test.each([
  ['https://lore.test/sign-in?token=abcdefghij-_123&next=%2F', 'abcdefghij-_123'],
  ['  http://localhost:4000/sign-in?next=/&token=abcdefghij  ', 'abcdefghij'],
  ['abcdefghij0123', 'abcdefghij0123'],
  ['short', undefined],
  ['https://lore.test/sign-in', undefined],
  ['https://lore.test/sign-in?token=%zz', undefined],
  ['<script>alert(1)</script>', undefined],
])('%j holds the token %s', (pasted, token) => {
  expect(tokenIn(pasted)).toBe(token)
})
