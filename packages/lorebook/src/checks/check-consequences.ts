import type { Book, BookEvent, Consequence, Entity } from '../book.types.ts'
import { nearestName } from '../nearest-name.ts'
import { newProblem, type Problem } from '../problems.ts'
import type { EntityType, Property } from '../schema/schema.types.ts'
import { valueProblem } from '../schema/value-problem.ts'

type About = { event: BookEvent; consequence: Consequence; entity: Entity; type: EntityType }

const unknownProperty = ({ event, consequence, type, entity }: About): Problem[] => {
  const known = [
    ...type.properties,
    ...type.field_mappings.map(({ field }) => ({ name: field })),
  ].map(({ name }) => name)
  // What the entity's own note says is a property too; its note was reported already.
  if (
    known.includes(consequence.property) ||
    Object.hasOwn(entity.properties, consequence.property)
  )
    return []
  return [
    newProblem(
      'unknown-field',
      { file: event.file, line: consequence.line, column: 1 },
      `Type "${type.name}" of "${entity.name}" has no property "${consequence.property.slice(0, 80)}".`,
      { nearest: nearestName(consequence.property, known) },
    ),
  ]
}

const wrongValue = ({ event, consequence, type, entity }: About): Problem[] => {
  const property = type.properties.find(({ name }) => name === consequence.property)
  const { effect } = consequence
  if (property === undefined || effect.do !== 'set') return []
  const wrong = valueProblem(property as Property, effect.value)
  if (wrong === undefined) return []
  return [
    newProblem(
      wrong.rule,
      { file: event.file, line: consequence.line, column: 1 },
      `"${consequence.property}" of "${entity.name}": ${wrong.message}`,
      wrong,
    ),
  ]
}

const stated = ({ entities, events, schema }: Book): About[] => {
  const byKey = new Map(entities.map((entity) => [entity.key, entity]))
  const types = new Map(schema.entity_types.map((type) => [type.name, type]))
  return events.flatMap((event) =>
    event.consequences.flatMap((consequence): About[] => {
      const entity = byKey.get(consequence.entity ?? '')
      const type = types.get(entity?.type ?? '')
      return entity && type ? [{ event, consequence, entity, type }] : []
    }),
  )
}

const keyOf = ({ event, consequence }: About): string =>
  JSON.stringify([event.layer, event.session, consequence.entity, consequence.property])

/** Two events of one session that leave a property with different values: which holds depends on nothing anyone wrote. */
const contradictions = (all: readonly About[]): Problem[] => {
  const first = new Map<string, About>()
  return all.flatMap((about) => {
    const { event, consequence, entity } = about
    if (
      event.session === null ||
      (consequence.effect.do !== 'set' && consequence.effect.do !== 'unset')
    )
      return []
    const other = first.get(keyOf(about))
    if (other === undefined) {
      first.set(keyOf(about), about)
      return []
    }
    const isOrdered = other.event.dateReal !== event.dateReal && other.event.file !== event.file
    if (
      isOrdered ||
      JSON.stringify(other.consequence.effect) === JSON.stringify(consequence.effect)
    )
      return []
    return [
      newProblem(
        'contradictory-consequences',
        { file: event.file, line: consequence.line, column: 1 },
        `In session ${event.session}, "${consequence.property}" of "${entity.name}" is set otherwise in ${other.event.file}, line ${other.consequence.line}.`,
      ),
    ]
  })
}

/** Consequences that the schema does not allow, and such as contradict each other. */
export const consequenceProblems = (book: Book): Problem[] => {
  const all = stated(book)
  return [
    ...all.flatMap((about) => [...unknownProperty(about), ...wrongValue(about)]),
    ...contradictions(all),
  ]
}
