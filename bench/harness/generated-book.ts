import type { SourceFile } from '@teamlore/lorebook'
import { createRandom } from './random.ts'

export const BOOK_PROJECT = `project: generated
version: 1
layers:
  - { name: base, paths: [./base/], canonical: true }
  - { name: happened, paths: [./happened/], depends_on: [base] }
`

/** The same with links in texts as relationships, or as mentions alone. */
export const projectWith = (links: boolean): string => `${BOOK_PROJECT}links: ${links}\n`

export const BOOK_SCHEMA = `version: 1
entity_types:
  - name: thing
    properties:
      - { name: status, type: enum, values: [new, used, gone], default: new }
      - { name: weight, type: integer }
    field_mappings:
      - { field: part_of, relationship: PART_OF, target_type: [thing] }
      - { field: near, relationship: NEAR, target_type: [thing] }
  - name: event
    field_mappings:
      - { field: affects, relationship: AFFECTS }
relationship_types:
  - { name: PART_OF, inverse: CONTAINS }
  - { name: NEAR, symmetric: true }
  - { name: AFFECTS, inverse: AFFECTED_BY }
`

const WORDS =
  'harbour lantern copper quiet signal orchard winter bridge ledger compass salt ember'.split(' ')
const EVENTS = 0.1
const EDGES = 5

/** Files of a book: things with some six relationships each and a few paragraphs, one in ten an event. The same each run. */
export const generatedFiles = (count: number): SourceFile[] => {
  const { int: below, pick } = createRandom(11)
  const things = Math.ceil(count * (1 - EVENTS))
  const nameOf = (at: number): string =>
    `${WORDS[at % WORDS.length]} ${WORDS[(at * 7) % WORDS.length]} ${at}`
  const body = (): string =>
    Array.from(
      { length: 4 },
      () =>
        `${Array.from({ length: 50 }, () => pick(WORDS)).join(' ')}, see [[${nameOf(below(things))}]].`,
    ).join('\n\n')
  const thing = (at: number): string => {
    const near = Array.from({ length: EDGES }, () => nameOf(below(things)))
    return `title: ${nameOf(at)}\ntype: thing\nweight: ${at}\npart_of: ${nameOf(below(things))}\nnear: [${near.join(', ')}]\ntags: [${WORDS[at % 5]}]`
  }
  const event = (at: number): string => {
    const target = nameOf(below(things))
    return `title: Event ${at}\ntype: event\nsession: ${at}\naffects: [${target}]\nconsequences:\n  - { entity: ${target}, property: status, value: used }`
  }
  return Array.from({ length: count }, (_, at) => {
    const isThing = at < things
    const text = `---\n${isThing ? thing(at) : event(at)}\n---\n# Text\n\n${body()}\n`
    return { path: `${isThing ? 'base' : 'happened'}/${at % 100}/${at}.md`, hash: `${at}`, text }
  })
}
