import { placeKey } from '@teamlore/sources/place'
import { createSessionReader, type SessionReader } from '@teamlore/sources/shared/session-reader'
import type {
  OpenSession,
  Place,
  ReadMessage,
  ReadOutcome,
  ReadSession,
  Source,
} from '@teamlore/sources/source'
import { StartOverError } from '@teamlore/sources/turns/start-over'
import type { FileStat } from '../files/file-identity.ts'
import type { Reading, Readings } from './readings.ts'

type Deps = {
  source: Source
  /** For tests with small files. */
  stepBytes?: number | undefined
  readings?: Readings | undefined
  onRelease?: (() => void) | undefined
  signal?: AbortSignal | undefined
}

export type PlaceRead = {
  outcome: ReadOutcome
  /** Goes on where this reading stopped; undefined where a place is always read whole. */
  reading?: Reading | undefined
  /** Contents of what was there before are not in memory. */
  isGrown?: boolean
  /** Set when the file is too large for its contents to be held: where its reading stopped. What was read has none. */
  end?: number
}

/** Contents of so many bytes of a file are in memory at once, and what they become; of a very large one some more. */
const STEP_BYTES = 12 * 1024 * 1024
const MOST_STEPS = 16

const stepOf = (size: number, { stepBytes = STEP_BYTES }: Pick<Deps, 'stepBytes'>): number =>
  Math.max(stepBytes, Math.ceil(size / MOST_STEPS))

/** Reads what there is now at a place: what was added since, where that is known to be all, else all of it. */
export const readPlace = async (
  place: Place,
  { size }: Pick<FileStat, 'size'>,
  deps: Deps,
): Promise<PlaceRead> => {
  const { source, stepBytes = STEP_BYTES, signal } = deps
  const reading = deps.readings?.take(nameOf(source, place))
  const grown =
    reading && size - reading.reader.end() <= stepBytes ? await readOn(reading, signal) : null
  return grown ?? (await readFromBeginning(place, size, deps))
}

export const nameOf = (source: Source, place: Place): string =>
  `${source.info.name}\n${placeKey(place)}`

const readOn = async (reading: Reading, signal?: AbortSignal): Promise<PlaceRead | null> => {
  try {
    await reading.reader.advance({ signal })
    return { outcome: await reading.reader.outcome(signal), reading, isGrown: true }
  } catch (error) {
    if (error instanceof StartOverError) return null
    throw error
  }
}

const readFromBeginning = async (place: Place, size: number, deps: Deps): Promise<PlaceRead> => {
  const { source, stepBytes = STEP_BYTES, signal } = deps
  try {
    const session = await source.open?.(place, signal)
    if (session !== undefined)
      return size <= stepBytes
        ? await readAll(place, session, signal)
        : await survey(place, session, {
            limit: stepOf(size, deps),
            signal,
            onRelease: deps.onRelease,
          })
  } catch (error) {
    // Such as a file that was packed and has another name now: its source knows.
    if (!(error instanceof StartOverError) && !isMissing(error)) throw error
  }
  return { outcome: await source.read([place], signal) }
}

const isMissing = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT'

const readAll = async (
  { path }: Place,
  session: OpenSession,
  signal?: AbortSignal,
): Promise<PlaceRead> => {
  const reader = createSessionReader(path, session)
  await reader.advance({ signal })
  return { outcome: await reader.outcome(signal), reading: newReading(reader) }
}

const newReading = (reader: SessionReader): Reading => ({ reader, rules: '', dropped: new Map() })

const SURVEYED = { ordinal: 0, hash: '' }
const ALL = { message: () => SURVEYED, edit: () => '' }

/** What a file says of its session beside what was said. */
const survey = async (
  { path }: Place,
  session: OpenSession,
  { limit, signal, onRelease }: Pick<Deps, 'signal' | 'onRelease'> & { limit: number },
): Promise<PlaceRead> => {
  const reader = createSessionReader(path, session, { isLenient: true })
  while (await reader.advance({ limit, signal })) {
    await reader.outcome(signal)
    reader.letGo(ALL)
    onRelease?.()
  }
  const outcome = await reader.outcome(signal)
  reader.letGo(ALL)
  return { outcome, end: reader.end() }
}

type Step = { session: ReadSession; reading: Reading; isLast: boolean }

/**
 * Reads a file that was surveyed once more, this time with contents, some of it at a time. Whoever takes a step lets go of
 * it before the next. Each message is handed on as it is at the end of the file, so that none has to be sent twice.
 */
export async function* readInSteps(
  place: Place,
  { whole, end }: { whole: ReadSession; end: number },
  deps: Deps,
): AsyncGenerator<Step> {
  const { source, signal } = deps
  const limit = stepOf(end, deps)
  const opened = await source.open?.(place, signal)
  if (opened === undefined) return
  const reader = createSessionReader(place.path, opened, { isLenient: true })
  const reading = newReading(reader)
  const asAtTheEnd = createFinisher(whole)
  for (let hasMore = true; hasMore; ) {
    hasMore = await reader.advance({ limit, upTo: end, signal })
    deps.onRelease?.()
    const outcome = await reader.outcome(signal)
    if (outcome.status !== 'session' || outcome.session.native_id !== whole.native_id) return
    if (!hasMore) reader.beStrict()
    const session = asAtTheEnd(outcome.session)
    yield { session, reading, isLast: !hasMore }
    // Whatever still holds the step does not hold its contents beside those of the next.
    session.messages.length = 0
    session.edits.length = 0
  }
}

/**
 * Gives each message and edit of a step its fields as they are at the end, with the contents of the step. What was captured is
 * handed on already as it is.
 */
const createFinisher = (whole: ReadSession) => {
  const messages = new Map(whole.messages.map((message) => [message.key, message]))
  const edits = new Map(whole.edits.map((edit) => [edit.key, edit]))
  return (session: ReadSession): ReadSession => ({
    ...whole,
    messages: session.messages.map((message) => {
      const last = messages.get(message.key)
      return last === undefined || message.captured ? message : withContents(last, message)
    }),
    edits: session.edits.map((edit) => {
      const last = edits.get(edit.key)
      if (last === undefined || edit.captured !== undefined) return edit
      const { captured: _, ...fields } = last
      return { ...fields, addedText: edit.addedText, removedText: edit.removedText }
    }),
  })
}

/** Field by field, as they are made: a copy that leaves one out would be an object of a shape of its own, each of them. */
const withContents = (last: ReadMessage, { blocks }: ReadMessage): ReadMessage => ({
  key: last.key,
  parent_key: last.parent_key,
  ts: last.ts,
  role: last.role,
  kind: last.kind,
  model: last.model,
  blocks,
  usage: last.usage,
  cwd: last.cwd,
  git_branch: last.git_branch,
  tool_version: last.tool_version,
  is_abandoned: last.is_abandoned,
  is_replay: last.is_replay,
})
