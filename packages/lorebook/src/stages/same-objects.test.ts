import { describe, expect, it } from 'vitest'
import { file, sampleProject, sampleSchema } from '../testing/sample-book.ts'
import { ingestBook } from './ingest-book.ts'

const westport = file('setting/westport.md', 'title: Westport\ntype: place\naliases: [The Port]')
const lysa = file(
  'setting/lysa.md',
  'title: Lysa Quent\ntype: person\nrole: director\nhome: WESTPORT\nguild: "[[Bureau]]"\ntags: [power, bureaucracy]',
)

describe('a book that is ingested again', () => {
  it('has the same objects again for notes that say the same, and new ones where they do not', () => {
    const [project, schema] = [sampleProject(), sampleSchema()]
    const first = ingestBook({ project, schema, files: [westport, lysa] })
    const [ofLysa] = first.book.entities
    const again = ingestBook({ project, schema: sampleSchema(), files: first.reads })
    expect(again.book.entities[0]).toBe(ofLysa)
    // Another default is another property of a note that nobody touched.
    const [person] = schema.entity_types.filter(({ name }) => name === 'person')
    const types = schema.entity_types.map((type) =>
      type === person
        ? {
            ...type,
            properties: type.properties.map((one) =>
              one.name === 'status' ? { ...one, default: 'dead' } : one,
            ),
          }
        : type,
    )
    const other = ingestBook({
      project,
      schema: { ...schema, entity_types: types },
      files: first.reads,
    })
    expect(other.book.entities[0]).toMatchObject({ properties: { status: 'dead' } })
    expect(ofLysa).toMatchObject({ properties: { status: 'alive' } })
    // Where another bears its name, its key is another.
    const twin = file('setting/far/lysa.md', 'title: Lysa Quent\ntype: person\nrole: clerk')
    const keys = ingestBook({ project, schema, files: [...first.reads, twin] }).book.entities
    expect(keys.map(({ key }) => key)).toContain('setting/lysa quent\tsetting/lysa.md')
  })
})
