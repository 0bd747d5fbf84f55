import { describe, expect, test } from 'vitest'
import {
  headingId,
  type MdNode,
  noteSyntax,
  pathFrom,
  placeOf,
  writtenPath,
} from './note-syntax.ts'

const text = (value: string): MdNode => ({ type: 'text', value })
const paragraph = (...children: MdNode[]): MdNode => ({ type: 'paragraph', children })
const read = (...children: MdNode[]): MdNode[] => {
  const tree = { type: 'root', children }
  noteSyntax()(tree)
  return tree.children
}

describe('the text of a note', () => {
  test('has its wiki links as links, with what they show', () => {
    const [line] = read(paragraph(text('a [[Port|the port]], [[Sea#Tide]], [[#Here]] and [[]]')))
    expect(
      line?.children?.map(({ value, url, children }) => value ?? [url, children?.[0]?.value]),
    ).toEqual([
      'a ',
      ['?note=Port', 'the port'],
      ', ',
      ['?note=Sea#Tide', 'Sea › Tide'],
      ', ',
      ['?note=#Here', 'Here'],
      ' and [[]]',
    ])
  })

  test('shows pictures as pictures, and a note that stands alone as an embed', () => {
    expect(read(paragraph(text('x ![[map.png|300]]')))[0]?.children?.[1]).toEqual({
      type: 'image',
      url: '?note=map.png',
      alt: 'map.png',
    })
    expect(read(paragraph(text('![[Port]]')))[0]).toMatchObject({
      type: 'blockquote',
      data: { hProperties: { title: 'embed:?note=Port' } },
    })
  })

  test('has callouts with a title, and quotes stay quotes', () => {
    const [callout, quote] = read(
      {
        type: 'blockquote',
        children: [paragraph(text('[!Warning]- Low tide\nMind the [[Reef]].'))],
      },
      { type: 'blockquote', children: [paragraph(text('[!] no'))] },
    )
    expect(callout).toMatchObject({
      data: { hProperties: { title: 'callout:warning:-:Low tide' } },
    })
    expect(callout?.children?.[0]?.children?.[1]?.url).toBe('?note=Reef')
    expect(quote?.data).toBeUndefined()
  })

  test('has no brackets in the title of a callout, and shows the name of a block of its own', () => {
    const [callout, line] = read(
      { type: 'blockquote', children: [paragraph(text('[!tip] See [[Reef]] and [[Sea|it]]'))] },
      paragraph(text('[[#^b1]] [[Sea#^b2]]')),
    )
    expect(callout).toMatchObject({
      data: { hProperties: { title: 'callout:tip::See Reef and it' } },
    })
    expect(line?.children?.flatMap(({ children }) => children?.[0]?.value ?? [])).toEqual([
      '^b1',
      'Sea',
    ])
  })

  test('leads to places within the book alone', () => {
    expect(placeOf('a/b.md', '../c/d.md#Top', false)).toEqual({ name: 'c/d', heading: 'Top' })
    expect(placeOf('a/b.md', '?note=x%2Fy', true)).toEqual({ name: 'x/y', heading: '' })
    expect(placeOf('a/b.md', '#Top', false)).toEqual({ name: '', heading: 'Top' })
    for (const href of ['https://x.test', '//x.test', '../../out.md', 'javascript:alert(1)'])
      expect(placeOf('a/b.md', href, false)).toBeUndefined()
    expect(pathFrom('a/b.md', '/c.md')).toBe('c.md')
  })

  test('finds a heading by the words that a link has of it', () => {
    expect(headingId('  What *Now*? ')).toBe('note-what-now')
  })
})

test('a picture goes by its path as the note writes it', () => {
  expect(writtenPath('../img/a%20b.png?x#y')).toBe('../img/a b.png')
  expect(writtenPath('100%.png')).toBe('100%.png')
})
