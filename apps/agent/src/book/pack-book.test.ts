import { MAX_NOTE } from '@teamlore/lorebook'
import { createRedactor } from '@teamlore/redaction'
import { ingestBookRequestSchema } from '@teamlore/shared/books'
import { expect, test } from 'vitest'
import { packBook } from './pack-book.ts'

const pack = (files: { path: string; text: string }[]) =>
  packBook(
    'Book',
    { project: 'p', schema: 's', files },
    { redactor: createRedactor({}), ignore: { isWhole: false, matches: () => false } },
  )

test('a file that is too large does not keep the others from the server', () => {
  const files = [
    { path: 'is/big.md', text: 'x'.repeat(10_000_000) },
    { path: 'is/small.md', text: 'small' },
  ]
  const { payload } = pack(files)
  const { project, schema } = payload
  expect(ingestBookRequestSchema.safeParse({ project, schema, files: payload.files }).success).toBe(
    true,
  )
  // The server sees that it is too large, too.
  expect(payload.files[0]?.text?.length).toBeGreaterThan(MAX_NOTE)
})

test('of a file that is too large no half of a secret leaves, and without its secrets it is too large still', () => {
  const key = `ghp_${'aB3dE5fG7hJ9'.repeat(3)}`
  const cut = `${'x'.repeat(MAX_NOTE - 8)}\n${key}\n`
  const many = `${`token: ${key}\n`.repeat(20)}${'x '.repeat(MAX_NOTE / 2 - 100)}`
  const { payload } = pack([
    { path: 'is/cut.md', text: cut },
    { path: 'is/many.md', text: many },
  ])
  expect(many.length).toBeGreaterThan(MAX_NOTE)
  for (const { text } of payload.files) {
    expect(text?.length).toBeGreaterThan(MAX_NOTE)
    expect(text).not.toContain(key.slice(0, 6))
  }
})

test('a path goes without its secrets, as the server will name it', () => {
  const { payload, redactions } = pack([
    { path: `is/ghp_${'aB3dE5fG7hJ9'.repeat(3)}.md`, text: 'x' },
  ])
  expect(payload.files[0]?.path).not.toContain('aB3dE5')
  expect(redactions).toBe(1)
})
