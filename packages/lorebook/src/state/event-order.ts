import type { Book, BookEvent } from '../book.types.ts'
import { withDependencies } from '../project/layers.ts'

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
/** What is undated comes after what is dated. */
const LATE = '\uffff'

/**
 * The order of events within a layer: by session number; within one by real date, then by file. An event without a session
 * number comes after all that have one.
 */
export const inSessionOrder = (events: readonly BookEvent[]): BookEvent[] =>
  [...events].sort(
    (a, b) =>
      (a.session ?? Number.MAX_SAFE_INTEGER) - (b.session ?? Number.MAX_SAFE_INTEGER) ||
      compare(a.dateReal ?? LATE, b.dateReal ?? LATE) ||
      compare(a.file, b.file),
  )

type EventInput = Pick<Book, 'project' | 'events'>

/**
 * Events that count in a layer, in order: those of the layers beneath first, up to where this layer leaves them, then its
 * own. `session` keeps what had happened by then: later events of the layer are out, and those without a number too.
 */
export const eventsOfLayer = (
  { project, events }: EventInput,
  layer: string,
  session?: number,
): BookEvent[] => {
  const [own, ...beneath] = withDependencies(project.layers, layer)
  if (own === undefined) return []
  const isBefore = (limit: number | undefined) => (event: BookEvent) =>
    limit === undefined || (event.session !== null && event.session <= limit)
  const of = (name: string): BookEvent[] =>
    inSessionOrder(events.filter((event) => event.layer === name))
  return [
    // The farthest layer is the oldest ground.
    ...beneath.toReversed().flatMap(({ name }) => of(name).filter(isBefore(own.until_session))),
    ...of(layer).filter(isBefore(session)),
  ]
}
