import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { file, ingestSample } from '../testing/sample-book.ts'
import { newBookIndex, searchBook } from './search-book.ts'

const { book } = ingestSample([
  file('setting/a.md', 'title: Westport\ntype: place\ntags: [harbour]', 'A quiet town by the sea.'),
  file(
    'setting/b.md',
    'title: Lysa Quent\ntype: person\nrole: x',
    `${'Long ago. '.repeat(40)}She left Westport in spring.`,
  ),
  file(
    'setting/c.md',
    'title: Élan Vital\ntype: guild\naliases: [Sparks]',
    'Known in every harbour.',
  ),
])
const index = newBookIndex(book.entities)
const names = (query: string, filter = {}) =>
  searchBook(index, query, filter).map(({ entity }) => entity.name)

describe('a search in a book', () => {
  it('puts names before tags and tags before bodies', () => {
    expect(names('westport')).toEqual(['Westport', 'Lysa Quent'])
    expect(names('harbour')).toEqual(['Westport', 'Élan Vital'])
  })

  it('forgives case, accents, beginnings, and slips in names', () => {
    expect(names('ELAN')).toEqual(['Élan Vital'])
    expect(names('west')[0]).toBe('Westport')
    expect(names('wesport')[0]).toBe('Westport')
    expect(names('lisa qunet')).toEqual(['Lysa Quent'])
    expect(names('sparks')).toEqual(['Élan Vital'])
    expect(names('zzzz')).toEqual([])
  })

  it('marks what matched, in the passage that has it', () => {
    const [first, second] = searchBook(index, 'westport')
    expect(first?.snippet).toBe('**Westport** · harbour')
    expect(second?.snippet).toMatch(/^….*She left \*\*Westport\*\* in spring\.$/u)
    const [byAlias] = searchBook(index, 'sparks')
    expect(byAlias?.snippet).toBe('Élan Vital · **Sparks**')
  })

  it('looks in a layer and among a type', () => {
    expect(names('westport', { type: 'person' })).toEqual(['Lysa Quent'])
    expect(names('westport', { layer: 'campaign' })).toEqual([])
    expect(names('westport', { limit: 1 })).toEqual(['Westport'])
  })

  it('finds other forms of a word, and names as they are written before them', () => {
    expect(names('harbours')).toEqual(['Westport', 'Élan Vital'])
    expect(names('leaving')).toEqual([])
    expect(names('towns')).toEqual(['Westport'])
    expect(searchBook(index, 'towns')[0]?.snippet).toContain('**town**')
  })

  it('means quotes, a minus and "or" as they are written', () => {
    expect(names('"quiet towns"')).toEqual(['Westport'])
    expect(names('"town quiet"')).toEqual([])
    expect(names('harbour -sea')).toEqual(['Élan Vital'])
    expect(names('-harbour')).toEqual(['Lysa Quent'])
    expect(names('spring or vital')).toEqual(['Élan Vital', 'Lysa Quent'])
    expect(names('"lysa quent" spring')).toEqual(['Lysa Quent'])
    expect(names('or "or" -')).toEqual([])
  })

  it('takes any text for a question', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (query) => {
        expect(searchBook(index, query).length).toBeLessThanOrEqual(3)
      }),
    )
    expect(names('constructor __proto__')).toEqual([])
  })
})
