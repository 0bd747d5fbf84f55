/**
 * Whether validation finds what is wrong: 25 seeded mistakes of each kind, one book a mistake, and a clean book of 300 files. Then whether
 * answers are those of an independent computation. Each with links in texts off and on.
 */
import {
  checkBook,
  ingestBook,
  type Problem,
  readProject,
  readSchema,
  type SourceFile,
} from '@teamlore/lorebook'
import { readBenchOptions } from './harness/bench-options.ts'
import { askModel } from './harness/book-model.ts'
import { createRandom } from './harness/random.ts'
import { newReport, printReport } from './harness/report.ts'

const EACH = 25
const CLEAN_FILES = 300

const PROJECT = `project: checked
version: 1
layers:
  - { name: base, paths: [./base/], canonical: true }
  - { name: happened, paths: [./happened/], depends_on: [base] }
  - { name: apart, paths: [./apart/] }
`
const SCHEMA = `version: 1
entity_types:
  - name: part
    properties:
      - { name: status, type: enum, values: [new, used, gone], default: new }
      - { name: weight, type: integer }
      - { name: maker, type: string, required: true }
      - { name: labels, type: list }
    field_mappings:
      - { field: part_of, relationship: PART_OF, target_type: [part] }
      - { field: held_by, relationship: HELD_BY, target_type: [holder] }
  - name: holder
  - name: event
    field_mappings: [{ field: affects, relationship: AFFECTS }]
relationship_types:
  - { name: PART_OF, inverse: CONTAINS }
  - { name: HELD_BY, inverse: HOLDS }
  - { name: AFFECTS, inverse: AFFECTED_BY }
`
const WORDS = 'harbour lantern copper signal orchard winter bridge ledger compass ember'.split(' ')
const { int: below } = createRandom(21)
const nameOf = (at: number): string => `${WORDS[at % 10]} ${WORDS[(at * 3 + 1) % 10]} number ${at}`

const file = (path: string, front: string, body = ''): SourceFile => {
  const text = `---\n${front}\n---\n${body}\n`
  return { path, hash: `${path} ${text}`, text }
}
const part = (at: number, more = '', body = ''): SourceFile =>
  file(
    `base/${at}.md`,
    `title: ${nameOf(at)}\ntype: part\nmaker: m${at}\npart_of: ${nameOf((at + 1) % 200)}\nheld_by: Holder ${at % 20}${more === '' ? '' : `\n${more}`}`,
    body,
  )
const event = (at: number, target: number, change: string, more = ''): SourceFile =>
  file(
    `happened/${at}.md`,
    `title: Happening ${at}\ntype: event\nsession: ${at}\ndate_real: 2025-01-01\naffects: [${nameOf(target)}]\nconsequences:\n  - { entity: ${nameOf(target)}, ${change} }${more === '' ? '' : `\n${more}`}`,
  )
const cleanFiles = (): SourceFile[] => [
  ...Array.from({ length: 200 }, (_, at) => part(at, '', `Near [[${nameOf((at + 7) % 200)}]].`)),
  ...Array.from({ length: 20 }, (_, at) =>
    file(`base/h${at}.md`, `title: Holder ${at}\ntype: holder`),
  ),
  ...Array.from({ length: CLEAN_FILES - 222 }, (_, at) =>
    event(at + 1, at % 200, 'property: status, value: used'),
  ),
  file('apart/a.md', 'title: Far away\ntype: holder\nrelated: Farther'),
  file('apart/b.md', 'title: Farther\ntype: holder'),
]

type Seed = (at: number) => SourceFile[]
/** A mistake of each kind at a place that differs from run to run, made into files that are new or take the place of others. */
const SEEDS: Record<string, Seed> = {
  'not-in-enum': (at) => [part(at, 'status: brokn')],
  'type-mismatch': (at) => [part(at, 'weight: heavy')],
  'missing-required': (at) => [
    file(`base/${at}.md`, `title: ${nameOf(at)}\ntype: part\npart_of: ${nameOf((at + 1) % 200)}`),
  ],
  'unknown-field': (at) => [part(at, 'wieght: 3')],
  'unknown-type': (at) => [file(`base/x${at}.md`, `title: Odd ${at}\ntype: prat`)],
  'duplicate-name': (at) => [
    file(`base/z${at}.md`, `title: ${nameOf(at).toUpperCase()}\ntype: holder`),
  ],
  'near-duplicate-name': (at) => [
    file(`base/y${at}.md`, `title: The ${nameOf(at)}\ntype: holder\nrelated: Holder 1`),
  ],
  'dangling-reference': (at) => [
    file(
      `base/${at}.md`,
      `title: ${nameOf(at)}\ntype: part\nmaker: x\npart_of: Nothing of this kind ${at}`,
    ),
  ],
  'dangling-link': (at) => [part(at, '', `See [[No such thing ${at}]].`)],
  'orphaned-entity': (at) => [file(`base/o${at}.md`, `title: Alone by itself ${at}\ntype: holder`)],
  'wrong-target': (at) => [
    file(`base/${at}.md`, `title: ${nameOf(at)}\ntype: part\nmaker: x\npart_of: Holder ${at % 20}`),
  ],
  'cross-layer': (at) => [part(at, 'related: Far away')],
  'ambiguous-name': (at) => [part(at, `aliases: [${nameOf((at + 50) % 200)}]`)],
  'missing-session': (at) => [
    file(
      `happened/n${at}.md`,
      `title: Some time ${at}\ntype: event\naffects: [${nameOf(at)}]\nconsequences:\n  - { entity: ${nameOf(at)}, property: status, value: gone }`,
    ),
  ],
  'contradictory-consequences': (at) => [
    event(1_000 + at, at, 'property: weight, value: 1'),
    file(
      `happened/c${at}.md`,
      `title: Otherwise ${at}\ntype: event\nsession: ${1_000 + at}\ndate_real: 2025-01-01\naffects: [${nameOf(at)}]\nconsequences:\n  - { entity: ${nameOf(at)}, property: weight, value: 2 }`,
    ),
  ],
  'impossible-order': (at) => [event(500 + at, at, `property: labels, remove: never${at}`)],
  'duplicate-key': (at) => [part(at, 'maker: again')],
  'yaml-syntax': (at) => [part(at, 'labels: [a, b')],
  'wrong-shape': (at) => [event(700 + at, at, 'property: status')],
}

const { schema } = readSchema(SCHEMA)
if (schema === undefined) throw new Error('The checked book is wrong.')

/** What validation finds, with links in texts as relationships or not. */
const checksWith = (links: boolean) => {
  const { project } = readProject(`${PROJECT}links: ${links}\n`)
  if (project === undefined) throw new Error('The checked book is wrong.')
  const problemsOf = (files: readonly SourceFile[]): Problem[] =>
    checkBook(
      ingestBook({ project, schema, files }).book,
      files.map(({ path }) => path),
    )
  const clean = cleanFiles()
  const found = Object.entries(SEEDS).map(([rule, seed]) => {
    const hits = Array.from({ length: EACH }, () => {
      const seeded = seed(below(200))
      const paths = new Set(seeded.map(({ path }) => path))
      const files = [...clean.filter(({ path }) => !paths.has(path)), ...seeded]
      return problemsOf(files).some((problem) => problem.rule === rule && paths.has(problem.file))
    }).filter(Boolean).length
    return { links: links ? 'on' : 'off', rule, seeded: EACH, found: hits }
  })
  return { found, alarms: problemsOf(clean).length, files: clean.length }
}

const report = newReport('book-checks')
for (const links of [false, true]) {
  const { found, alarms, files } = checksWith(links)
  const recall = found.reduce((sum, one) => sum + one.found, 0) / (found.length * EACH)
  const model = askModel(links, 330)
  report.tables.push(found)
  report.tables.push([
    {
      links: links ? 'on' : 'off',
      kinds: found.length,
      'recall, all': Number(recall.toFixed(3)),
      'recall, worst kind': Math.min(...found.map((one) => one.found / EACH)),
      'clean files': files,
      'false alarms per 100': Number(((alarms / files) * 100).toFixed(2)),
    },
  ])
  report.tables.push(model)
  report.figures.push({
    links,
    recall,
    false_alarms: alarms,
    wrong_answers: model.reduce((sum, { wrong }) => sum + wrong, 0),
  })
}
printReport(report, readBenchOptions())
