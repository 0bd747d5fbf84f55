import { expect, test } from 'vitest'
import { textOf } from './git-files.ts'

const base64 = (bytes: Buffer | string) => Buffer.from(bytes as string).toString('base64')

test('a text is what it was, to the byte', () => {
  for (const text of ['', '# Häfen\r\n', '\uFEFFwith a mark'])
    expect(textOf(base64(text))).toBe(text)
})

test.each([
  ['bytes that are no characters', Buffer.from([0x23, 0xff, 0xfe])],
  ['zeros', 'a\0b'],
])('%s are no text', (_of, bytes) => {
  expect(textOf(base64(bytes))).toBeUndefined()
})
