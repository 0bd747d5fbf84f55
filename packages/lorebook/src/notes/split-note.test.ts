import { expect, test } from 'vitest'
import { splitNote } from './split-note.ts'

test.each([
  ['prose with a colon', '---\n\nHe came at night: alone.\n\n---\n\nThe rest.\n'],
  [
    'emphasis below empty lines',
    '\n---\n*He came at night: alone.*\n- one who knew\n---\nThe rest.\n',
  ],
  ['plain prose', '---\n\nHe came at night.\n---\nThe rest.\n'],
])('two rulers with %s between them are no front matter', (_, text) => {
  expect(splitNote(text)).toMatchObject({ frontMatter: undefined, body: text, isUnclosed: false })
})

test.each([
  ['begins with an empty line', '---\n\ntitle: North pier\n---\n'],
  ['begins with a comment below an empty line', '---\n\n# of the pier\ntitle: North pier\n---\n'],
  ['stands below empty lines', '\n---\n*odd\ntitle: North pier\n---\n'],
  ['is broken for a moment', '---\ntitle North pier\ntype: place\n---\n'],
])('front matter that %s is front matter', (_, text) => {
  expect(splitNote(text).frontMatter).toContain('North pier')
})
