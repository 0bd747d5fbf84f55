import { describe, expect, it } from 'vitest'
import { viewOfBook } from '../access/book-view.ts'
import { newLinkEdges } from '../proposals/new-link-edges.ts'
import { unlinkedNames } from '../proposals/unlinked-names.ts'
import { readSchema } from '../schema/read-schema.ts'
import { bookOf, edgesOf, rulesOf, SCHEMA, thing } from '../testing/linked-book.ts'

const LINKED = [
  thing(
    'a.md',
    '',
    'See [[b]], [[B#Part|the part]], [[sub/c]] and ![[b]].\n\n`[[d]]` is code. [[#Here]]',
  ),
  thing('b.md', '', '[C](sub/c.md#part "x") and [again](<sub/c.md>), [out](https://x.test/a.md).'),
  thing('sub/c.md', 'title: Sea', 'Back to [the first][one] and [[c^block]].\n\n[one]: ../a.md'),
  thing('d.md'),
]

describe('links in texts', () => {
  it('are relationships where the book has it so, each once and marked', () => {
    expect(edgesOf(bookOf(LINKED, 'links: true'))).toEqual([
      'notes/a RELATED_TO notes/b text',
      'notes/a RELATED_TO notes/sea text',
      'notes/b RELATED_TO notes/sea text',
    ])
  })

  it('are mentions alone where it does not say, and what they would add is known', () => {
    const book = bookOf(LINKED)
    expect(edgesOf(book)).toEqual([])
    expect(book.mentions).toHaveLength(8)
    expect(newLinkEdges(book)).toEqual(bookOf(LINKED, 'links: true').edges)
    expect(newLinkEdges(bookOf(LINKED, 'links: true'))).toEqual([])
  })

  it('are of the relationship that the schema names', () => {
    const book = bookOf(LINKED, 'links: true', 'links: { relationship: LINKS_TO }\n')
    expect(edgesOf(book)).toContain('notes/sea LINKS_TO notes/a text')
    expect(newLinkEdges(bookOf(LINKED, '', 'links: { relationship: LINKS_TO }\n'))).toEqual(
      book.edges,
    )
    expect(readSchema(`${SCHEMA}links: { relationship: LINKS_T }\n`).problems).toMatchObject([
      { rule: 'unknown-name', nearest: 'LINKS_TO' },
    ])
  })

  it('leave to a field what a field says, and nothing to propose that is linked', () => {
    const book = bookOf(
      [
        thing('one harbour.md', 'related: [two harbour]', '[[two harbour]], three harbour'),
        thing('two harbour.md'),
        thing('three harbour.md'),
      ],
      'links: true',
    )
    expect(edgesOf(book)).toEqual(['notes/one harbour RELATED_TO notes/two harbour field'])
    expect(unlinkedNames(book).map(({ to }) => to.name)).toEqual(['three harbour'])
  })

  it('lead nowhere where no file is there, and are no fault where a picture, a page or an untyped note is', () => {
    const book = bookOf([
      thing(
        'a.md',
        '',
        '[[gone]] [x](gone.md) ![[map.png]] [site](page) [[plain]] [y](plain.md) [z](../../out.md)',
      ),
      { path: 'plain.md', hash: 'plain', text: 'No front matter.' },
    ])
    expect(rulesOf(book)).toEqual(['a.md:4 dangling-link', 'a.md:4 dangling-link'])
  })

  it('say to a lesser role no more than their words where they lead to what is hidden', () => {
    const book = bookOf(
      [
        thing(
          'a.md',
          '',
          '[[vault/crypt|below]] [[7]] [door](vault/crypt.md) [crypt](vault/crypt.md) [d][1] [[Ossuary]]\n\n[1]: vault/crypt.md',
        ),
        thing('vault/crypt.md', 'title: Ossuary\nseen: few\nnumber: 7'),
      ],
      'links: true',
    )
    const view = viewOfBook(book, 'viewer')
    expect(view.edges).toEqual([])
    const [a] = view.entities
    expect(a?.body).toBe('below [hidden] door [hidden] [d][1] [hidden]\n\n[1]: #')
    expect(viewOfBook(book, 'admin').edges).toHaveLength(1)
  })
})
