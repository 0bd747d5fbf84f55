import { expect, test } from 'vitest'
import { editorHref } from './editor-href.ts'

test('a file is opened by its place on the machine, with every name encoded', () => {
  expect(editorHref('/home/ann/my lore', 'notes/a#b?.md')).toBe(
    'vscode://file/home/ann/my%20lore/notes/a%23b%3F.md',
  )
  expect(editorHref('C:\\Users\\Ann\\lore', 'pier.md')).toBe(
    'vscode://file/C:/Users/Ann/lore/pier.md',
  )
})

test('a path that leads out of its folder is not opened, nor one that begins nowhere', () => {
  expect(editorHref('/home/ann', '../eve/pier.md')).toBeUndefined()
  expect(editorHref('/home/../etc', 'pier.md')).toBeUndefined()
  expect(editorHref('lore', 'pier.md')).toBeUndefined()
})
