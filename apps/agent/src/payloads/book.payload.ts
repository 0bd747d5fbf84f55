import { ApiError } from '@teamlore/shared'
import type { IngestBookRequest, IngestBookResponse } from '@teamlore/shared/books'
import { packBody } from '../wire/wire.ts'
import type { Sending } from './payload.ts'

export type BookPayloadFile = { path: string; hash: string; text?: string }
type FileWithText = BookPayloadFile & { text: string }

/** A whole book as it waits in the spool: without secrets, and without what stays on this machine. */
export type BookPayload = {
  name: string
  project: string
  schema: string
  /** Without its text where the server has it by that hash. */
  files: readonly BookPayloadFile[]
  /** Sends all texts, whatever the server says it has. */
  full: boolean
  /** The commit at which the files are so. */
  version?: IngestBookRequest['version']
  /** Where the files come from. */
  from?: IngestBookRequest['from']
  move_home?: boolean
  allow_deletions?: boolean
  /** Plan alone; never in the spool. */
  dry_run?: boolean
  /** They are those of the version alone; the book stays as it is. */
  is_past?: boolean
}

export type SentBook = IngestBookResponse & {
  /** Files whose texts went over the wire. */
  sent: number
}

/** Characters of texts in one request; with their JSON around them they stay within what a server takes. */
const PART = 5_000_000

const partsOf = (files: readonly FileWithText[]): FileWithText[][] => {
  const parts: FileWithText[][] = []
  let room = 0
  for (const file of files) {
    if (file.text.length > room) {
      parts.push([])
      room = PART
    }
    parts.at(-1)?.push(file)
    room -= file.text.length
  }
  return parts
}

/** Texts that are to be sent, whether they are at hand or have to be read again. */
type ReadText = (path: string) => Promise<string | undefined>

const withTexts = async (
  files: readonly BookPayloadFile[],
  readText: ReadText | undefined,
): Promise<FileWithText[]> => {
  const found: FileWithText[] = []
  for (const { path, hash, text } of files) {
    const said = text ?? (await readText?.(path))
    if (said !== undefined) found.push({ path, hash, text: said })
  }
  return found
}

const LACKING = new ApiError({
  status: 409,
  code: 'book.texts_lacking',
  message:
    'The server has no longer what it had of this book. Send all of it from its folder: lore book ingest --full',
})

/**
 * Sends a book: first the names and hashes of its files, with the texts that changed where these are few, then the texts which the
 * server lacks, in parts.
 *
 * @throws ApiError where it lacks a text that is not at hand.
 */
export const sendBook = async (
  sending: Sending & { readText?: ReadText | undefined },
): Promise<SentBook> => {
  const { files, full } = sending.value as BookPayload
  const ask = makeAsk(sending)
  const listed = files.map(({ path, hash }) => ({ path, hash }))
  const changed = await withTexts(files, undefined)
  const areFew = changed.length < files.length && partsOf(changed).length <= 1
  const first = full ? undefined : await ask(areFew ? [...files] : listed)
  const sentAtOnce = areFew && !full ? changed.length : 0
  if (first !== undefined && first.state !== 'incomplete') return { ...first, sent: sentAtOnce }
  const wanted = new Set(first?.wanted ?? files.map(({ path }) => path))
  const lacking = files.filter(({ path }) => wanted.has(path))
  const texts = await withTexts(lacking, sending.readText)
  if (texts.length < lacking.length) throw LACKING
  for (const part of partsOf(texts)) await ask(part, { has_more: true })
  return { ...(await ask(listed)), sent: lacking.length + sentAtOnce }
}

/** Asks the server with some of the files, and with all else that is said of the book. */
const makeAsk = ({ client, value, signal }: Sending) => {
  const { name, project, schema, full, version, ...said } = value as BookPayload
  const { is_past = false, from, move_home, allow_deletions, dry_run = false } = said
  const always = {
    project,
    schema,
    is_past,
    dry_run,
    ...(version && { version }),
    ...(full && { full }),
    ...(from && { from }),
    ...(move_home && { move_home }),
    ...(allow_deletions && { allow_deletions }),
  }
  return async (files: IngestBookRequest['files'], more: Partial<IngestBookRequest> = {}) => {
    const request = { ...always, files, has_more: false, ...more }
    return client.books.ingest(name, await packBody(JSON.stringify(request)), 'br', { signal })
  }
}
