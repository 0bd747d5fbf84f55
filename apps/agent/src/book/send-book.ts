import { createHash } from 'node:crypto'
import type { ProjectIgnore, Redactor } from '@teamlore/redaction'
import type { LoreClient } from '@teamlore/shared'
import type { IngestBookRequest, IngestBookResponse } from '@teamlore/shared/books'
import { type RetryPolicy, sendWithRetries } from '../wire/retry-policy.ts'
import { packBody } from '../wire/wire.ts'

/** Characters of texts in one request; with their JSON around them they stay within what a server takes. */
const PART = 5_000_000

type Files = { project: string; schema: string; files: readonly { path: string; text: string }[] }
type File = { path: string; hash: string; text: string }
type Deps = {
  client: { books: Pick<LoreClient['books'], 'ingest'> }
  redactor: Redactor
  ignore: Pick<ProjectIgnore, 'isWhole' | 'matches'>
  retryPolicy: RetryPolicy
  signal?: AbortSignal | undefined
}
type Options = {
  /** Sends all texts, whatever the server says it has. */
  full?: boolean | undefined
}

export type SentBook = IngestBookResponse & {
  /** Files whose texts went over the wire, and what was kept back of all. */
  sent: number
  kept_back: number
  redactions: number
}

const partsOf = (files: readonly File[]): File[][] => {
  const parts: File[][] = []
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

/**
 * Sends a book: first the names and hashes of its files, then the texts which the server lacks, in parts. Secrets are taken
 * out, and what `.loreignore` names stays here. The files themselves are what waits when the server is away: sent again,
 * nothing comes twice.
 */
export const sendBook = async (
  name: string,
  { project, schema, files }: Files,
  { client, redactor, ignore, retryPolicy, signal }: Deps,
  { full = false }: Options = {},
): Promise<SentBook> => {
  let redactions = 0
  const clean = (text: string): string => {
    const redacted = redactor.redact(text)
    redactions += redacted.count
    return redacted.text
  }
  const allowed = files.filter(({ path }) => !ignore.isWhole && !ignore.matches(path))
  const cleaned = allowed.map(({ path, text: said }): File => {
    const text = clean(said)
    return { path, text, hash: createHash('sha256').update(text).digest('hex') }
  })
  const book = { project: clean(project), schema: clean(schema) }
  const ask = async (some: IngestBookRequest['files'], more: Partial<IngestBookRequest> = {}) => {
    const request = { ...book, files: some, has_more: false, dry_run: false, ...more }
    const bytes = await packBody(JSON.stringify(request))
    return sendWithRetries(() => client.books.ingest(name, bytes, 'br', { signal }), {
      retryPolicy,
      signal,
    })
  }
  const listed = cleaned.map(({ path, hash }) => ({ path, hash }))
  const counts = { kept_back: files.length - allowed.length, redactions }
  const wantAll = full ? undefined : await ask(listed)
  if (wantAll !== undefined && wantAll.state !== 'incomplete')
    return { ...wantAll, sent: 0, ...counts }
  const wanted = new Set(wantAll?.wanted ?? cleaned.map(({ path }) => path))
  const lacking = cleaned.filter(({ path }) => wanted.has(path))
  for (const part of partsOf(lacking)) await ask(part, { has_more: true })
  return { ...(await ask(listed)), sent: lacking.length, ...counts }
}
