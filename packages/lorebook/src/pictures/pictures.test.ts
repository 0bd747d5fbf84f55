import { expect, test } from 'vitest'
import { findPictures } from './find-pictures.ts'
import { pictureOf } from './picture-of.ts'
import { pictureTypeIn } from './picture-type.ts'

test('pictures are found as Markdown and wikis write them, and none in code or elsewhere', () => {
  const body = [
    '![the coast](img/coast%20one.png "Map") and ![[Pier.JPG|300]]',
    '',
    '`![no](code.png)` ![far](https://example.com/far.png) ![b](data:image/png;base64,AA==)',
    '',
    '```',
    '![[fenced.png]]',
    '```',
    '![[Harbour]] ![note](other.md) ![again](img/coast%20one.png)',
  ].join('\n')
  expect(findPictures(body)).toEqual([
    { target: 'img/coast one.png', isName: false },
    { target: 'Pier.JPG', isName: true },
  ])
})

const PATHS = ['art/map.png', 'north/map.png', 'north/deep/other.png', 'logo.png']

test('a path is meant from the note, else from the root of the book', () => {
  const at = (note: string, target: string) => pictureOf(note, { target, isName: false }, PATHS)
  expect(at('north/pier.md', 'map.png')).toBe('north/map.png')
  expect(at('north/pier.md', '../art/map.png')).toBe('art/map.png')
  expect(at('north/pier.md', 'art/map.png')).toBe('art/map.png')
  expect(at('north/pier.md', '/logo.png')).toBe('logo.png')
  expect(at('pier.md', 'map.png')).toBeUndefined()
  expect(at('pier.md', '../logo.png')).toBe(undefined)
  expect(at('pier.md', '../../etc/passwd.png')).toBeUndefined()
})

test('a name means the nearest file that is called so, in any case', () => {
  const at = (note: string, target: string) => pictureOf(note, { target, isName: true }, PATHS)
  expect(at('north/deep/pier.md', 'MAP.png')).toBe('north/map.png')
  expect(at('pier.md', 'map.png')).toBe('art/map.png')
  expect(at('pier.md', 'deep/other.png')).toBe('north/deep/other.png')
  expect(at('pier.md', 'none.png')).toBeUndefined()
})

const bytes = (...said: (string | number)[]): Uint8Array =>
  new Uint8Array(
    said.flatMap((one) =>
      typeof one === 'number' ? [one] : [...one].map((letter) => letter.charCodeAt(0)),
    ),
  )

test('what a picture is, its bytes say and not its name', () => {
  const png = bytes(0x89, 'PNG\r\n', 0x1a, '\n')
  expect(pictureTypeIn('a.png', png)).toBe('image/png')
  expect(pictureTypeIn('a.jpg', png)).toBe('image/png')
  expect(pictureTypeIn('a.jpeg', bytes(0xff, 0xd8, 0xff, 0xe0))).toBe('image/jpeg')
  expect(pictureTypeIn('a.gif', bytes('GIF89a'))).toBe('image/gif')
  expect(pictureTypeIn('a.webp', bytes('RIFF', 1, 2, 3, 4, 'WEBPVP8 '))).toBe('image/webp')
  expect(pictureTypeIn('a.avif', bytes(0, 0, 0, 28, 'ftypavif'))).toBe('image/avif')
  expect(pictureTypeIn('a.svg', bytes('<?xml version="1.0"?>\n<!-- x --><svg>'))).toBe(
    'image/svg+xml',
  )
})

test('a page, a drawing or a program that is called like a photograph is none', () => {
  for (const said of [
    '<!doctype html><script>alert(1)</script>',
    '<html><svg></svg></html>',
    '<svg onload="alert(1)"></svg>',
    '\x7fELF',
    '%PDF-1.7',
    'GIF88a',
    '',
  ])
    expect(pictureTypeIn('a.png', bytes(said)), said).toBeUndefined()
  expect(pictureTypeIn('a.svg', bytes('<html><svg>'))).toBeUndefined()
  expect(pictureTypeIn('a.svg', bytes(0x89, 'PNG\r\n', 0x1a, '\n'))).toBeUndefined()
  expect(pictureTypeIn('a.html', bytes('GIF89a'))).toBeUndefined()
})
