import { expect, it } from 'vitest'
import { file, ingestSample } from '../testing/sample-book.ts'
import { openBook } from './answers.ts'
import { gatherEvidence } from './evidence.ts'

const { book } = ingestSample([
  file('setting/a.md', 'title: Westport\ntype: place\npeople: 400'),
  file('setting/b.md', 'title: Saltmere\ntype: place'),
  file('setting/c.md', 'title: Lysa\ntype: person\nrole: pilot\nhome: Westport\nfriends: [Ann]'),
  file('setting/d.md', 'title: Ann\ntype: person\nrole: smith'),
])
const open = openBook(book)
const marked = (name: string, claim: string): string[] => {
  const entity = book.entities.find((one) => one.name === name)
  if (entity === undefined) throw new Error(`${name} is missing.`)
  return gatherEvidence(open, entity, claim)
    .filter(({ may_conflict }) => may_conflict)
    .map(({ text }) => text)
}

it.each([
  ['Westport', '900 people are in Westport', ['Westport: people is 400']],
  ['Westport', '400 people are in Westport', []],
  ['Lysa', 'The role of Lysa is smith', ['Lysa: role is pilot']],
  ['Lysa', 'The role of Lysa is pilot', []],
  ['Lysa', 'Lysa is dead', ['Lysa: status is alive']],
  ['Lysa', 'Lysa lives in Saltmere', ['Lysa LIVES_IN Westport']],
  ['Lysa', 'Lysa has her home in Saltmere', ['Lysa LIVES_IN Westport']],
  ['Lysa', 'Lysa lives in Westport', []],
  ['Lysa', 'Lysa likes Saltmere', []],
])('of %s the claim "%s" may contradict %j', (name, claim, expected) => {
  expect(marked(name, claim)).toEqual(expected)
})
