import { expect, test } from 'vitest'
import { splitNote } from './split-note.ts'

test('front matter in two blocks is read as one, and its lines stay', () => {
  const text = '---\npermalink: a\n---\n\n---\ntitle: North pier\ntype: place\n---\nBody.\n'
  const { frontMatter, body, bodyLine } = splitNote(text)
  expect(frontMatter?.split('\n')).toEqual([
    'permalink: a',
    '',
    '',
    '',
    'title: North pier',
    'type: place',
    '',
  ])
  expect([body, bodyLine]).toEqual(['Body.\n', 9])
})

test('a rule above a text is no second block', () => {
  const text = '---\ntitle: A\n---\n---\nNote: this is prose.\nAnd this too.\n---\n'
  expect(splitNote(text).frontMatter).toBe('title: A\n')
})
