import type { Book, BookEvent } from '../book.types.ts'
import type { Calendar } from '../project/project.types.ts'
import { eventsOfLayer } from './event-order.ts'
import { compareWorldDates, isWithin, readWorldDate, type WorldDate } from './world-date.ts'

export type TimelineQuery = {
  layer: string
  /** Key of an entity: events with an edge to it or a consequence for it. */
  entity?: string | undefined
  /** First and last session, both included. An event without a number is in no range. */
  fromSession?: number | undefined
  toSession?: number | undefined
  /** By sessions unless said; `world` goes by the calendar of the book, and what it cannot read comes last. */
  order?: 'session' | 'world' | undefined
  /** First and last date in the world, both included. An event without one is in no range. */
  fromWorld?: string | undefined
  toWorld?: string | undefined
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

const NO_CALENDAR: Calendar = { months: [], eras: [] }

/** Why a date that somebody asks for cannot be read, in a sentence; undefined where it can, or none is asked for. */
export const worldDateProblem = (
  { calendar = NO_CALENDAR }: Pick<Book['project'], 'calendar'>,
  text: string | undefined,
): string | undefined => {
  if (text === undefined || readWorldDate(calendar, text) !== undefined) return undefined
  const names = [...calendar.eras, ...calendar.months].map(({ name }) => name)
  const known =
    names.length === 0
      ? 'It has no calendar, so that dates are numbers: 847, or 847-3-12.'
      : `Its calendar has: ${names.slice(0, MAX_LISTED).join(', ')}.`
  return `"${text}" is no date in the world of this lorebook. ${known}`
}

const MAX_LISTED = 40

type Dated = { event: BookEvent; date: WorldDate | undefined }

/** Whether an event lies between two dates in the world; a date that cannot be read is before and after nothing. */
const worldRange = (calendar: Calendar, { fromWorld, toWorld }: TimelineQuery) => {
  const bound = (text: string | undefined) =>
    text === undefined ? undefined : readWorldDate(calendar, text)
  const [from, to] = [bound(fromWorld), bound(toWorld)]
  const isUnreadable =
    (fromWorld !== undefined && from === undefined) || (toWorld !== undefined && to === undefined)
  const isAny = fromWorld === undefined && toWorld === undefined
  return ({ date }: Dated): boolean =>
    isAny || (!isUnreadable && date !== undefined && isWithin(date, { from, to }))
}

const byWorld = (a: Dated, b: Dated): number => {
  if (a.date === undefined || b.date === undefined)
    return Number(a.date === undefined) - Number(b.date === undefined)
  return compareWorldDates(a.date, b.date)
}

/** The same in the order and the range of the world. */
const inWorld = (
  { project }: Pick<Book, 'project'>,
  events: readonly BookEvent[],
  query: TimelineQuery,
): BookEvent[] => {
  const calendar = project.calendar ?? NO_CALENDAR
  const dated = events
    .map((event) => ({
      event,
      date: event.dateInWorld === null ? undefined : readWorldDate(calendar, event.dateInWorld),
    }))
    .filter(worldRange(calendar, query))
  const sorted = query.order === 'world' ? dated.sort(byWorld) : dated
  return sorted.map(({ event }) => event)
}

/** Events of a layer and of those beneath it, in order. */
export const timelineOf = (book: TimelineInput, query: TimelineQuery): BookEvent[] => {
  const { layer, entity, fromSession, toSession } = query
  const about = entity === undefined ? undefined : eventsAbout(book, entity)
  const isInRange = ({ session }: BookEvent): boolean => {
    if (fromSession === undefined && toSession === undefined) return true
    if (session === null) return false
    return session >= (fromSession ?? session) && session <= (toSession ?? session)
  }
  const found = eventsOfLayer(book, layer).filter(
    (event) => isInRange(event) && (about === undefined || about.has(event.key)),
  )
  const isOfWorld =
    query.order === 'world' || query.fromWorld !== undefined || query.toWorld !== undefined
  return isOfWorld ? inWorld(book, found, query) : found
}
