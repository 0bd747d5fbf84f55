import { MAX_NOTE } from '@teamlore/lorebook'
import { createRedactor } from '@teamlore/redaction'
import { ingestBookRequestSchema } from '@teamlore/shared/books'
import { expect, test } from 'vitest'
import { packBook } from './pack-book.ts'

test('a file that is too large does not keep the others from the server', () => {
  const files = [
    { path: 'is/big.md', text: 'x'.repeat(10_000_000) },
    { path: 'is/small.md', text: 'small' },
  ]
  const { payload } = packBook(
    'Book',
    { project: 'p', schema: 's', files },
    { redactor: createRedactor({}), ignore: { isWhole: false, matches: () => false } },
  )
  const { project, schema } = payload
  expect(ingestBookRequestSchema.safeParse({ project, schema, files: payload.files }).success).toBe(
    true,
  )
  // The server sees that it is too large, too.
  expect(payload.files[0]?.text.length).toBeGreaterThan(MAX_NOTE)
})
