import type { StoredBook, TeamRepositories } from '@teamlore/db'
import type { InputFile } from '@teamlore/lorebook'
import type { IngestBookRequest } from '@teamlore/shared/books'
import { hasText } from './book-request.ts'
import type { KnownReads } from './known-reads.ts'

type Gathering = {
  repos: Pick<TeamRepositories, 'bookFiles'>
  stored: Pick<StoredBook, 'id'>
  said: IngestBookRequest
  knownReads: KnownReads
}
type FileName = { path: string; hash: string }
export type Gathered = {
  /** Undefined where the server lacks a text. */
  files?: InputFile[]
  wanted: string[]
  /** Kept until now, and no part of the book any more. */
  unused: FileName[]
}

const fileKey = ({ path, hash }: FileName): string => `${path}\n${hash}`

/** All files of a request, each as it was read before or with its text; else which texts the server lacks. */
export const gatherFiles = async ({
  repos: { bookFiles },
  stored: { id },
  said: { files, project, has_more, full = false },
  knownReads,
}: Gathering): Promise<Gathered> => {
  await bookFiles.add(id, files.filter(hasText), { areNewer: full })
  if (has_more) return { wanted: [], unused: [] }
  const kept = new Map((await bookFiles.list(id)).map((file) => [fileKey(file), file]))
  const wanted = files.filter((file) => !kept.has(fileKey(file))).map(({ path }) => path)
  if (wanted.length > 0) return { wanted, unused: [] }
  const reads = files.map((file) => (full ? undefined : knownReads.find(id, project, file)))
  const unread = files.filter((_, at) => reads[at] === undefined)
  const texts = new Map((await bookFiles.listOf(id, unread)).map((one) => [fileKey(one), one]))
  for (const file of files) kept.delete(fileKey(file))
  return {
    files: files.flatMap((file, at) => reads[at] ?? texts.get(fileKey(file)) ?? []),
    wanted,
    unused: [...kept.values()],
  }
}
