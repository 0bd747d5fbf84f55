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

/** Up to when events count: a session number, a real date (`2025-02-15`), or both. */
export type AsOf = { session?: number | undefined; date?: string | undefined }

/** Whether an event had happened by then. One that does not say when is not known to have. */
export const hadHappened =
  ({ session, date }: AsOf) =>
  (event: Pick<BookEvent, 'session' | 'dateReal'>): boolean =>
    (session === undefined || (event.session !== null && event.session <= session)) &&
    // A date alone means its whole day.
    (date === undefined ||
      (event.dateReal !== null && event.dateReal.slice(0, date.length) <= date))

type EventInput = Pick<Book, 'project' | 'events'>

/**
 * Events that count in a layer, in order: those of the layers beneath first, up to where this layer leaves them, then its
 * own. `asOf` keeps what had happened by then. A session counts the layer's own sessions; a date is a date in every layer.
 */
export const eventsOfLayer = (
  { project, events }: EventInput,
  layer: string,
  asOf: AsOf = {},
): BookEvent[] => {
  const [own, ...beneath] = withDependencies(project.layers, layer)
  if (own === undefined) return []
  const of = (name: string): BookEvent[] =>
    inSessionOrder(events.filter((event) => event.layer === name))
  return [
    // The farthest layer is the oldest ground.
    ...beneath
      .toReversed()
      .flatMap(({ name }) =>
        of(name).filter(hadHappened({ session: own.until_session, date: asOf.date })),
      ),
    ...of(layer).filter(hadHappened(asOf)),
  ]
}
