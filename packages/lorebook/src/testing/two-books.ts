import type { SourceFile } from '../notes/note.types.ts'

/**
 * Books of two domains, stated as plain facts first: files are made of the facts, and so is the independent model that tests
 * compare with. Nothing here reads Markdown or knows how a book is read.
 */
export type Fact = {
  name: string
  type: string
  aliases: string[]
  tags: string[]
  properties: Record<string, string | number>
  /** Field to names of others. */
  fields: Record<string, string[]>
  body: string
}
export type Happening = {
  name: string
  session: number
  affects: string[]
  changes: {
    entity: string
    property: string
    do: 'value' | 'add' | 'remove' | 'unset'
    value: string
  }[]
}
export type Domain = { project: string; schema: string; facts: Fact[]; happenings: Happening[] }

const projectOf = (name: string) => `project: ${name}
version: 1
layers:
  - { name: is, paths: [./is/], canonical: true }
  - { name: happened, paths: [./happened/], depends_on: [is] }
`

const SERVICES = `version: 1
entity_types:
  - name: service
    properties:
      - { name: status, type: enum, values: [planned, live, retired], default: planned }
      - { name: port, type: integer }
      - { name: owners, type: list }
    field_mappings:
      - { field: calls, relationship: CALLS, target_type: [service] }
      - { field: team, relationship: OWNED_BY, target_type: [team] }
  - name: team
    properties: [{ name: status, type: string, default: formed }, { name: owners, type: list }]
    field_mappings: [{ field: beside, relationship: BESIDE, target_type: [team] }]
  - name: event
    field_mappings: [{ field: affects, relationship: AFFECTS }]
relationship_types:
  - { name: CALLS, inverse: CALLED_BY }
  - { name: OWNED_BY, inverse: OWNS }
  - { name: BESIDE, symmetric: true }
  - { name: AFFECTS, inverse: AFFECTED_BY }
`
const NOVEL = `version: 1
entity_types:
  - name: person
    properties:
      - { name: status, type: enum, values: [alive, dead, lost], default: alive }
      - { name: owners, type: list }
    field_mappings:
      - { field: calls, relationship: SERVES, target_type: [person] }
      - { field: team, relationship: LIVES_IN, target_type: [place] }
  - name: place
    properties: [{ name: status, type: string, default: standing }, { name: owners, type: list }]
    field_mappings: [{ field: beside, relationship: BORDERS, target_type: [place] }]
  - name: event
    field_mappings: [{ field: affects, relationship: AFFECTS }]
relationship_types:
  - { name: SERVES, inverse: SERVED_BY }
  - { name: LIVES_IN, inverse: HOME_OF }
  - { name: BORDERS, symmetric: true }
  - { name: AFFECTS, inverse: AFFECTED_BY }
`
export const RELATIONSHIPS = {
  services: { calls: 'CALLS', team: 'OWNED_BY', beside: 'BESIDE', affects: 'AFFECTS' },
  novel: { calls: 'SERVES', team: 'LIVES_IN', beside: 'BORDERS', affects: 'AFFECTS' },
} as const
const WORDS = {
  services: { small: 'service', large: 'team', states: ['planned', 'live', 'retired'] },
  novel: { small: 'person', large: 'place', states: ['alive', 'dead', 'lost'] },
} as const
const SYLLABLES = 'ka lo mi ren tu sa vel no dri pa esh or'.split(' ')

export type Pick = (below: number) => number

const nameOf = (at: number): string => {
  const word = [at % 12, Math.floor(at / 12) % 12, (at * 5) % 12]
    .map((one) => SYLLABLES[one])
    .join('')
  return `${word.charAt(0).toUpperCase()}${word.slice(1)} ${at}`
}

/** Facts of a domain: the same for the same `pick`. */
export const makeDomain = (domain: 'services' | 'novel', size: number, pick: Pick): Domain => {
  const { small, large, states } = WORDS[domain]
  const larges = Math.max(1, Math.floor(size / 5))
  const others = (count: number, from: number, to: number): string[] => [
    ...new Set(Array.from({ length: count }, () => nameOf(from + pick(Math.max(1, to - from))))),
  ]
  const facts = Array.from({ length: size }, (_, at): Fact => {
    const isLarge = at < larges
    return {
      name: nameOf(at),
      type: isLarge ? large : small,
      aliases: pick(4) === 0 ? [`Alias of ${at}`] : [],
      tags: [`tag${pick(5)}`],
      properties: pick(2) === 0 ? { status: isLarge ? 'old' : (states[pick(3)] ?? '') } : {},
      fields: isLarge
        ? { beside: others(pick(3), 0, larges) }
        : { calls: others(pick(4), larges, size), team: others(1, 0, larges) },
      body: `Text number${at} about ${SYLLABLES[pick(12)]}.`,
    }
  })
  const happenings = Array.from({ length: Math.floor(size / 4) }, (_, at): Happening => {
    const target = nameOf(larges + pick(size - larges))
    const changes = {
      value: { property: 'status', value: states[pick(3)] ?? '' },
      add: { property: 'owners', value: `x${pick(4)}` },
      remove: { property: 'owners', value: `x${pick(4)}` },
      unset: { property: 'status', value: '' },
    }
    const how = (['value', 'add', 'remove', 'unset'] as const)[pick(4)] ?? 'value'
    return {
      name: `Event ${at}`,
      session: 1 + at,
      affects: [target],
      changes: [{ entity: target, do: how, ...changes[how] }],
    }
  })
  return {
    project: projectOf(domain),
    schema: domain === 'novel' ? NOVEL : SERVICES,
    facts,
    happenings,
  }
}

const fileOf = (path: string, lines: string[], body: string): SourceFile => {
  const text = `---\n${lines.join('\n')}\n---\n${body}\n`
  return { path, hash: `${path} ${text.length}`, text }
}

export const filesOfDomain = ({ facts, happenings }: Domain): SourceFile[] => [
  ...facts.map(({ name, type, aliases, tags, properties, fields, body }, at) =>
    fileOf(
      `is/${type}/${at}.md`,
      [
        `title: ${name}`,
        `type: ${type}`,
        `aliases: [${aliases.join(', ')}]`,
        `tags: [${tags.join(', ')}]`,
        ...Object.entries(properties).map(([key, value]) => `${key}: ${value}`),
        // In another case, as people write.
        ...Object.entries(fields).map(
          ([key, names]) => `${key}: [${names.join(', ').toUpperCase()}]`,
        ),
      ],
      body,
    ),
  ),
  ...happenings.map(({ name, session, affects, changes }, at) =>
    fileOf(
      `happened/${at}.md`,
      [
        `title: ${name}`,
        'type: event',
        `session: ${session}`,
        `affects: [${affects.join(', ')}]`,
        'consequences:',
        ...changes.map(
          ({ entity, property, do: how, value }) =>
            `  - { entity: ${entity}, property: ${property}, ${how}: ${how === 'unset' ? true : value} }`,
        ),
      ],
      '',
    ),
  ),
]
