import type { Book, BookEvent } from '../book.types.ts'
import { eventsOfLayer } from './event-order.ts'

export type TimelineQuery = {
  layer: string
  /** Key of an entity: events with an edge to it or a consequence for it. */
  entity?: string | undefined
  /** First and last session, both included. An event without a number is in no range. */
  fromSession?: number | undefined
  toSession?: number | undefined
}

type TimelineInput = Pick<Book, 'project' | 'events' | 'edges'>

/** Keys of the events that an entity has to do with. */
const eventsAbout = ({ events, edges }: TimelineInput, entity: string): Set<string> =>
  new Set([
    ...edges.flatMap(({ from, to }) => (to === entity ? [from] : from === entity ? [to] : [])),
    ...events
      .filter(({ consequences }) => consequences.some((one) => one.entity === entity))
      .map(({ key }) => key),
  ])

/** Events of a layer and of those beneath it, in order. */
export const timelineOf = (
  book: TimelineInput,
  { layer, entity, fromSession, toSession }: TimelineQuery,
): BookEvent[] => {
  const about = entity === undefined ? undefined : eventsAbout(book, entity)
  const isInRange = ({ session }: BookEvent): boolean => {
    if (fromSession === undefined && toSession === undefined) return true
    if (session === null) return false
    return session >= (fromSession ?? session) && session <= (toSession ?? session)
  }
  return eventsOfLayer(book, layer).filter(
    (event) => isInRange(event) && (about === undefined || about.has(event.key)),
  )
}
