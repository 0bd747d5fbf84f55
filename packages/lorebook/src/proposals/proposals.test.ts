import { describe, expect, it } from 'vitest'
import { file, ingestSample } from '../testing/sample-book.ts'
import { findNames, newNameFinder } from './find-names.ts'
import { newNote, patchNote } from './patch-note.ts'
import { unlinkedNames } from './unlinked-names.ts'

const bookOf = (...files: ReturnType<typeof file>[]) => ingestSample(files).book

describe('names in prose', () => {
  const book = bookOf(
    file('setting/port.md', 'title: Port Valdris\ntype: place\naliases: [The Old Harbour]'),
    file('setting/port2.md', 'title: Port\ntype: place'),
    file('setting/ann.md', 'title: Ann Ash\ntype: person\nrole: x\naliases: [Ash]'),
    file('setting/twin.md', 'title: Ben\ntype: person\nrole: x\naliases: [Ann Ash]'),
  )
  const found = (text: string) =>
    findNames(newNameFinder(book.entities), text).map(({ entity, at, length }) => [
      entity.name,
      text.slice(at, at + length),
    ])

  it('are found as whole words in any case, the longest where several begin', () => {
    expect(found('We sailed to PORT valdris, the old harbour; a porter saw the Port.')).toEqual([
      ['Port Valdris', 'PORT valdris'],
      ['Port Valdris', 'the old harbour'],
      ['Port', 'Port'],
    ])
  })

  it('that two entities bear, or of a few letters, name neither', () => {
    expect(found('Ann Ash and Ben and ash')).toEqual([])
  })
})

describe('what a note names without saying it', () => {
  it('is proposed once a pair, where neither a field nor a link says it, and never out of reach', () => {
    const book = bookOf(
      file(
        'setting/port.md',
        'title: Valdris\ntype: place',
        'Kira Ashwood rules here.\nKira Ashwood!',
      ),
      file('setting/kira.md', 'title: Kira Ashwood\ntype: person\nrole: x', 'Fears Corsairs.'),
      file('setting/guild.md', 'title: Corsairs\ntype: guild', 'Of [[Valdris]].'),
      file('elsewhere/far.md', 'title: Farland\ntype: place', 'Not Valdris.'),
      file(
        'setting/home.md',
        'title: Homeless\ntype: person\nrole: x\nhome: Valdris',
        'In Valdris.',
      ),
    )
    expect(unlinkedNames(book).map(({ from, to, line }) => [from.name, to.name, line])).toEqual([
      ['Kira Ashwood', 'Corsairs', 1],
      ['Valdris', 'Kira Ashwood', 1],
    ])
  })
})

describe('a patch of a note', () => {
  const note =
    '---\n# keep me\ntitle: Port # and me\nrelated: [Bay]\nguild: Corsairs\n---\n\n# Body  \n'

  it('adds to a list, makes one of a single value or of nothing, and leaves all else as it was', () => {
    expect(patchNote(note, { field: 'related', add: 'Coast: the long' })).toBe(
      note.replace('[Bay]', '[Bay, "Coast: the long"]'),
    )
    expect(patchNote(note, { field: 'guild', add: 'Smiths' })).toBe(
      note.replace('guild: Corsairs', 'guild: [Corsairs, Smiths]'),
    )
    expect(patchNote(note, { field: 'home', add: 'Bay' })).toBe(
      note.replace('guild: Corsairs\n', 'guild: Corsairs\nhome: [Bay]\n'),
    )
    const block = '---\nrelated:\n  - Bay # c\n  - Coast\nrole: x\n---\n'
    expect(patchNote(block, { field: 'related', add: 'Sea' })).toContain(
      '  - Coast\n  - Sea\nrole: x\n',
    )
    expect(patchNote('no front matter\n', { field: 'related', add: 'Bay' })).toBe(
      '---\nrelated: [Bay]\n---\nno front matter\n',
    )
  })

  it('says nothing twice, whatever the case or as a link, and touches no note that cannot be read', () => {
    expect(patchNote(note, { field: 'related', add: 'BAY' })).toBeUndefined()
    expect(patchNote(note, { field: 'title', set: 'Port' })).toBeUndefined()
    expect(
      patchNote('---\nrelated: "[[Bay]]"\n---\n', { field: 'related', add: 'Bay' }),
    ).toBeUndefined()
    expect(patchNote('---\na: [\n---\n', { field: 'related', add: 'Bay' })).toBeUndefined()
    expect(patchNote('---\na: 1\n', { field: 'related', add: 'Bay' })).toBeUndefined()
  })

  it('keeps the line ends and the byte order mark of the file', () => {
    const windows = `\ufeff${note.replaceAll('\n', '\r\n')}`
    const patched = patchNote(windows, { field: 'status', set: 'gone' })
    expect(patched).toBe(windows.replace('Corsairs\r\n', 'Corsairs\r\nstatus: gone\r\n'))
  })

  it('of a new note holds its fields', () => {
    expect(newNote({ title: 'A: b', type: 'place' }, 'Text')).toBe(
      '---\ntitle: "A: b"\ntype: place\n---\nText\n',
    )
  })
})
