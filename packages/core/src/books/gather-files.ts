import type { KeptFile, StoredBook, TeamRepositories } from '@teamlore/db'
import type { InputFile } from '@teamlore/lorebook'
import type { IngestBookRequest } from '@teamlore/shared/books'
import { hasText } from './book-request.ts'
import type { KnownReads, ReadUnder } from './known-reads.ts'

type Gathering = {
  repos: Pick<TeamRepositories, 'bookFiles' | 'books'>
  stored: Pick<StoredBook, 'id' | 'texts_replaced' | 'generation'>
  said: IngestBookRequest
  knownReads: KnownReads
}
type FileName = { path: string; hash: string }
export type Gathered = {
  /** Undefined where the server lacks a text. */
  files?: InputFile[]
  wanted: string[]
  /** What is kept of the files of the book, and of what is no part of it any more. */
  shown: KeptFile[]
  gone: KeptFile[]
  under: ReadUnder
}

const fileKey = ({ path, hash }: FileName): string => `${path}\n${hash}`

/**
 * Keeps the texts that were sent; says how often texts were replaced by then. A dry run replaces none, and what was known of the
 * files goes with the texts that it was known of.
 */
const keepTexts = async (
  { books, bookFiles }: Gathering['repos'],
  { id, texts_replaced, generation }: Gathering['stored'],
  { files, full = false, dry_run }: IngestBookRequest,
): Promise<number> => {
  const sent = files.filter(hasText)
  const areNewer = full && !dry_run
  await bookFiles.add(id, sent, { areNewer, shownFrom: generation + 1 })
  return areNewer && sent.length > 0 ? books.noteReplaced(id) : texts_replaced
}

/** All files of a request, each as it was read before or with its text; else which texts the server lacks. */
export const gatherFiles = async ({
  repos,
  stored,
  said,
  knownReads,
}: Gathering): Promise<Gathered> => {
  const { bookFiles } = repos
  const { id } = stored
  const { files, project, has_more, full = false } = said
  const under = { project, replaced: await keepTexts(repos, stored, said) }
  if (has_more) return { wanted: [], shown: [], gone: [], under }
  const kept = new Map((await bookFiles.list(id)).map((file) => [fileKey(file), file]))
  const wanted = files.filter((file) => !kept.has(fileKey(file))).map(({ path }) => path)
  if (wanted.length > 0) return { wanted, shown: [], gone: [], under }
  const reads = files.map((file) => (full ? undefined : knownReads.find(id, under, file)))
  const unread = files.filter((_, at) => reads[at] === undefined)
  // Those of a full dry run are newer than what is kept.
  const newer = full ? files.filter(hasText) : []
  const texts = new Map(
    [...(await bookFiles.listOf(id, unread)), ...newer].map((one) => [fileKey(one), one]),
  )
  const shown = files.flatMap((file) => kept.get(fileKey(file)) ?? [])
  for (const file of files) kept.delete(fileKey(file))
  return {
    files: files.flatMap((file, at) => reads[at] ?? texts.get(fileKey(file)) ?? []),
    wanted,
    shown,
    gone: [...kept.values()],
    under,
  }
}
