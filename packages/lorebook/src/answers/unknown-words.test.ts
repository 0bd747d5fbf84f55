import { expect, it } from 'vitest'
import { file, ingestSample } from '../testing/sample-book.ts'
import { unknownWords } from './unknown-words.ts'

const { book } = ingestSample([
  file('setting/a.md', 'title: Westport\ntype: place\ntags: [Harbour]'),
])

it('says which words of a question the book does not have, with the nearest', () => {
  expect(
    unknownWords(book, { type: 'plase', layer: 'seting', tag: 'harbor', relationship: 'HOME_F' }),
  ).toEqual([
    'There is no entity type "plase". Did you mean "place"? There are: place, person, guild, event.',
    'There is no layer "seting". Did you mean "setting"? There are: setting, campaign, what-if, elsewhere.',
    'There is no tag "harbor". Did you mean "Harbour"? There are: Harbour.',
    expect.stringContaining('There is no relationship "HOME_F". Did you mean "HOME_OF"?'),
  ])
})

it('says nothing of words that the book has, tags in any case', () => {
  const words = { type: 'place', layer: 'setting', tag: 'harbour', relationship: 'CONTAINS' }
  expect(unknownWords(book, words)).toEqual([])
  expect(unknownWords(book, {})).toEqual([])
})
