import type { Book, BookEvent, Consequence } from '../book.types.ts'
import type { JsonValue } from '../json.types.ts'
import { newProblem, type Place, type Problem } from '../problems.ts'
import { afterEffect, currentState } from '../state/current-state.ts'
import { eventsOfLayer, inSessionOrder } from '../state/event-order.ts'

const placeOf = ({ file }: BookEvent, line = 1): Place => ({ file, line, column: 1 })

const missingSessions = ({ project, events }: Book): Problem[] => {
  const canonical = new Set(
    project.layers.filter((layer) => layer.canonical).map(({ name }) => name),
  )
  return events
    .filter(
      ({ session, layer, consequences }) =>
        session === null && !canonical.has(layer) && consequences.length > 0,
    )
    .map((event) =>
      newProblem(
        'missing-session',
        placeOf(event),
        'This event has no session number, so it counts after all that have one.',
        {
          expected: 'session: 12',
        },
      ),
    )
}

/** Real dates that run against the numbers of sessions. */
const backwards = (events: readonly BookEvent[]): Problem[] => {
  const dated = inSessionOrder(events).filter(
    ({ session, dateReal }) => session !== null && dateReal !== null,
  )
  let latest: BookEvent | undefined
  return dated.flatMap((event) => {
    const before = latest
    const isBackwards =
      before !== undefined &&
      before.session !== event.session &&
      (event.dateReal ?? '') < (before.dateReal ?? '')
    if (!isBackwards) {
      latest = event
      return []
    }
    return [
      newProblem(
        'impossible-order',
        placeOf(event),
        `Session ${event.session} is dated ${event.dateReal}, before session ${before.session} of ${before.dateReal} (${before.file}).`,
      ),
    ]
  })
}

const holds = (value: JsonValue | undefined, consequence: Consequence): boolean =>
  JSON.stringify(afterEffect(value, consequence)) !== JSON.stringify(value)

/** Something taken away that was not there, at that point of the story. */
const takenFromNothing = (book: Book, layer: string): Problem[] => {
  const byKey = new Map(book.entities.map((entity) => [entity.key, entity]))
  const own = { ...book, events: eventsOfLayer(book, layer) }
  const touched = new Set(
    own.events
      .filter((event) => event.layer === layer)
      .flatMap(({ consequences }) =>
        consequences
          .filter(({ effect }) => effect.do === 'remove' || effect.do === 'unset')
          .map(({ entity }) => entity),
      ),
  )
  return [...touched].flatMap((key) => {
    const entity = byKey.get(key ?? '')
    if (entity === undefined || entity.source === null) return []
    const { base, events } = currentState(own, entity, layer)
    const values = new Map<string, JsonValue | undefined>(Object.entries(base))
    return events.flatMap(({ event, consequences }) =>
      consequences.flatMap((consequence) => {
        const { property, effect } = consequence
        const before = values.get(property)
        values.set(property, afterEffect(before, consequence))
        const takes = effect.do === 'remove' || effect.do === 'unset'
        if (!takes || event.layer !== layer || holds(before, consequence)) return []
        return [
          newProblem(
            'impossible-order',
            placeOf(event, consequence.line),
            `"${property}" of "${entity.name}" does not hold what is taken from it here; the event that gives it comes later or is missing.`,
          ),
        ]
      }),
    )
  })
}

/** What cannot be in the order of events. */
export const eventProblems = (book: Book): Problem[] => [
  ...missingSessions(book),
  ...book.project.layers.flatMap(({ name }) => [
    ...backwards(book.events.filter(({ layer }) => layer === name)),
    ...takenFromNothing(book, name),
  ]),
]
