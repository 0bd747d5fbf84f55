import { pictureOf } from '@teamlore/lorebook'
import type { ProjectIgnore, Redactor } from '@teamlore/redaction'
import type { LoreClient } from '@teamlore/shared'
import type { IngestBookRequest, KeepBookPicturesRequest } from '@teamlore/shared/books'
import { packBody } from '../wire/wire.ts'
import { listPictures, readPicture } from './find-book-pictures.ts'

type Book = { root: string; name: string; from: IngestBookRequest['from'] }
type Deps = {
  client: Pick<LoreClient, 'books'>
  redactor: Redactor
  ignore: Pick<ProjectIgnore, 'isWhole' | 'matches'>
  signal: AbortSignal
}
type LeftOut = { path: string; reason: string }

/** What became of the pictures of a book. */
export type SentPictures = { kept: number; sent: number; left_out: LeftOut[] }

type Picture = { path: string; hash: string }
/** Bytes of one request; in base64 and packed they stay within what a server takes. */
const PART = 5 * 1024 * 1024

/**
 * Sends the pictures that notes of the server's book show, where the book wants them: only those of which the server lacks the bytes.
 * A picture cannot be searched for secrets; one whose path has some stays here.
 */
export const sendPictures = async (book: Book, deps: Deps): Promise<SentPictures | undefined> => {
  const { client, redactor, ignore, signal } = deps
  const { root, name, from } = book
  const { is_on, items } = await client.books.pictures(name, { signal })
  if (!is_on) return undefined
  const paths = (await listPictures(root)).filter(
    (path) => !ignore.isWhole && !ignore.matches(path) && redactor.redact(path).count === 0,
  )
  const shown = new Set(
    items.flatMap(
      ({ note, target, by_name }) => pictureOf(note, { target, isName: by_name }, paths) ?? [],
    ),
  )
  const files: Picture[] = []
  const leftOut: LeftOut[] = []
  for (const path of [...shown].sort()) {
    const { hash, reason } = await readPicture(root, path)
    if (hash === undefined) leftOut.push({ path, reason: reason ?? 'elsewhere' })
    else files.push({ path, hash })
  }
  const keep = (request: Partial<KeepBookPicturesRequest>) =>
    sendPart({ client, name, signal }, { from, ...request })
  const first = await keep({ pictures: files })
  const wanted = new Set(first.wanted)
  const lacking = files.filter(({ hash }) => wanted.has(hash) && wanted.delete(hash))
  const refused = await sendBytes(root, lacking, keep)
  const last = lacking.length === 0 ? first : await keep({ pictures: without(files, refused) })
  return {
    kept: last.kept,
    sent: lacking.length - refused.length,
    left_out: [...leftOut, ...refused, ...last.refused],
  }
}

const without = (files: readonly Picture[], refused: readonly LeftOut[]): Picture[] => {
  const paths = new Set(refused.map(({ path }) => path))
  const hashes = new Set(files.filter(({ path }) => paths.has(path)).map(({ hash }) => hash))
  return files.filter(({ hash }) => !hashes.has(hash))
}

type To = Pick<Deps, 'client' | 'signal'> & { name: string }

const sendPart = async ({ client, name, signal }: To, request: object) =>
  client.books.keepPictures(name, await packBody(JSON.stringify(request)), 'br', { signal })

/** Sends pictures in parts, each read as its turn comes, so that few are in memory at once; returns what was not taken. */
const sendBytes = async (
  root: string,
  lacking: readonly Picture[],
  keep: (request: Partial<KeepBookPicturesRequest>) => ReturnType<typeof sendPart>,
): Promise<LeftOut[]> => {
  const refused: LeftOut[] = []
  let part: { path: string; hash: string; data: string }[] = []
  let size = 0
  const flush = async (): Promise<void> => {
    if (part.length > 0) refused.push(...(await keep({ pictures: part, has_more: true })).refused)
    part = []
    size = 0
  }
  for (const { path, hash } of lacking) {
    const found = await readPicture(root, path)
    if (found.bytes === undefined || found.hash !== hash) {
      // It was written again meanwhile: the next ingest sends it.
      refused.push({ path, reason: found.reason ?? 'hash' })
      continue
    }
    if (size + found.bytes.length > PART) await flush()
    part.push({ path, hash, data: Buffer.from(found.bytes).toString('base64') })
    size += found.bytes.length
  }
  await flush()
  return refused
}
