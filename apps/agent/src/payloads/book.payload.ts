import type { IngestBookRequest, IngestBookResponse } from '@teamlore/shared/books'
import { packBody } from '../wire/wire.ts'
import type { Sending } from './payload.ts'

/** A whole book as it waits in the spool: without secrets, and without what stays on this machine. */
export type BookPayload = {
  name: string
  project: string
  schema: string
  files: readonly { path: string; hash: string; text: string }[]
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

const partsOf = (files: BookPayload['files']): BookPayload['files'][number][][] => {
  const parts: BookPayload['files'][number][][] = []
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

/** Sends a book: first the names and hashes of its files, then the texts which the server lacks, in parts. */
export const sendBook = async ({ client, value, signal }: Sending): Promise<SentBook> => {
  const {
    name,
    project,
    schema,
    files,
    full,
    version,
    is_past = false,
    ...said
  } = value as BookPayload
  const { from, move_home, allow_deletions, dry_run = false } = said
  const past = {
    is_past,
    ...(version && { version }),
    ...(full && { full }),
    ...(from && { from }),
    ...(move_home && { move_home }),
    ...(allow_deletions && { allow_deletions }),
  }
  const ask = async (some: IngestBookRequest['files'], more: Partial<IngestBookRequest> = {}) => {
    const request = {
      project,
      schema,
      files: some,
      has_more: false,
      dry_run,
      ...past,
      ...more,
    }
    return client.books.ingest(name, await packBody(JSON.stringify(request)), 'br', { signal })
  }
  const listed = files.map(({ path, hash }) => ({ path, hash }))
  const wantAll = full ? undefined : await ask(listed)
  if (wantAll !== undefined && wantAll.state !== 'incomplete') return { ...wantAll, sent: 0 }
  const wanted = new Set(wantAll?.wanted ?? files.map(({ path }) => path))
  const lacking = files.filter(({ path }) => wanted.has(path))
  for (const part of partsOf(lacking)) await ask(part, { has_more: true })
  return { ...(await ask(listed)), sent: lacking.length }
}
