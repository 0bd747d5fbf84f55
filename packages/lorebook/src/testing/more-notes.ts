import type { PlainFile, PlainSchema } from './plain-notes.ts'

export type Below = (limit: number) => number

const SYLLABLES = 'ka lo mi ren tu sa vel no dri pa esh or'.split(' ')
const nameOf = (at: number): string => {
  const word = [at % 12, Math.floor(at / 12) % 12, (at * 5) % 12]
    .map((one) => SYLLABLES[one])
    .join('')
  return `${word.charAt(0).toUpperCase()}${word.slice(1)} ${at}`
}

type More = {
  folder: string
  events: string
  names: readonly string[]
  count: number
  below: Below
}

/** Notes made after a schema, whatever it is: they name each other, notes that are there already, and some that are nowhere. */
export const moreNotes = (
  schema: PlainSchema,
  { folder, events, names, count, below }: More,
): PlainFile[] => {
  const types = schema.entity_types.filter(({ name }) => name !== 'event')
  const event = schema.entity_types.find(({ name }) => name === 'event')
  const anyName = (): string => {
    const kind = below(12)
    if (kind === 0) return `Nowhere ${below(6)}`
    const name = kind < 4 ? (names[below(names.length)] ?? '') : nameOf(below(count))
    return below(3) === 0 ? name.toUpperCase() : name
  }
  const list = (most: number): string =>
    `[${Array.from({ length: below(most + 1) }, () => JSON.stringify(anyName())).join(', ')}]`
  const mapped = (fields: { field: string }[] = []): string[] =>
    [...fields, { field: 'related' }].flatMap(({ field }) =>
      below(3) === 0 ? [] : [`${field}: ${list(2)}`],
    )
  const things = Array.from({ length: count }, (_, at): PlainFile => {
    const type = types[below(types.length)]
    const properties = (type?.properties ?? []).flatMap(({ name, values }) =>
      values === undefined || below(2) === 0 ? [] : [`${name}: ${values[below(values.length)]}`],
    )
    const lines = [
      ...[`title: ${nameOf(at)}`, `type: ${type?.name}`, `tags: [t${below(5)}]`, ...properties],
      ...(below(5) === 0 ? [`aliases: [Called ${at}]`] : []),
      ...mapped(type?.field_mappings),
    ]
    return {
      path: `${folder}/made/${at % 7}/${at}.md`,
      text: `---\n${lines.join('\n')}\n---\nPassage number${at} about ${SYLLABLES[below(12)]}.\n`,
    }
  })
  const happened = Array.from({ length: Math.floor(count / 4) }, (_, at): PlainFile => {
    const change = (): string => {
      const how = [
        `value: v${below(4)}`,
        `add: x${below(4)}`,
        `remove: x${below(4)}`,
        'unset: true',
      ][below(4)]
      const property = ['status', 'owners', 'carries', 'note'][below(4)]
      return `  - { entity: ${JSON.stringify(anyName())}, property: ${property}, ${how} }`
    }
    const lines = [
      ...[
        `title: Happening ${at}`,
        'type: event',
        ...(below(8) === 0 ? [] : [`session: ${1 + below(30)}`]),
      ],
      ...(below(3) === 0 ? [`date_real: 2026-0${1 + below(9)}-1${below(10)}`] : []),
      ...mapped(event?.field_mappings),
      'consequences:',
      ...Array.from({ length: 1 + below(3) }, change),
    ]
    return { path: `${events}/made/${at}.md`, text: `---\n${lines.join('\n')}\n---\n` }
  })
  return [...things, ...happened]
}
