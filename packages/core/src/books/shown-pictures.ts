import type { StoredPicture } from '@teamlore/db'
import { type Book, findPictures, pictureOf, type WrittenPicture } from '@teamlore/lorebook'

type Shown = { note: string; written: WrittenPicture }

/** What the notes of a book show, each note with its pictures in their order. */
export const shownIn = ({ entities }: Pick<Book, 'entities'>): Shown[] =>
  entities.flatMap(({ source, body }) =>
    source === null ? [] : findPictures(body).map((written) => ({ note: source.path, written })),
  )

/** Which picture a file is; where it was several, what it is now, else what it was last. */
export const picturesByPath = (
  stored: readonly StoredPicture[],
): ReadonlyMap<string, StoredPicture> => {
  const last = ({ gone_in }: StoredPicture): number => gone_in ?? Number.POSITIVE_INFINITY
  return new Map(
    [...stored]
      .sort((a, b) => last(a) - last(b))
      .flatMap((picture) => picture.paths.map((path): [string, StoredPicture] => [path, picture])),
  )
}

/** The pictures that notes of a book show, of those that are kept. */
export const keptShown = (
  shown: readonly Shown[],
  byPath: ReadonlyMap<string, StoredPicture>,
): { note: string; written: WrittenPicture; picture: StoredPicture | undefined }[] => {
  const paths = [...byPath.keys()]
  return shown.map(({ note, written }) => {
    const path = pictureOf(note, written, paths)
    return { note, written, picture: path === undefined ? undefined : byPath.get(path) }
  })
}
