import { nameKey } from '../names.ts'
import { pathsMeant, stepsBetween } from '../stages/near-paths.ts'
import type { WrittenPicture } from './find-pictures.ts'

const nameOf = (path: string): string => nameKey(path.split('/').at(-1) ?? path)

/** The file nearest to a note; of those that are as near, the first by path. */
const nearest = (note: string, paths: readonly string[]): string | undefined =>
  [...paths]
    .sort()
    .map((path) => ({ path, steps: stepsBetween(note, path) }))
    .sort((a, b) => a.steps - b.steps)[0]?.path

/** Which of these files a note shows where it writes that; undefined where none of them. Whoever sends a book and who serves it agree by this. */
export const pictureOf = (
  note: string,
  { target, isName }: WrittenPicture,
  paths: readonly string[],
): string | undefined => {
  const meant = pathsMeant(note, target).find((path) => paths.includes(path))
  if (meant !== undefined || !isName) return meant
  const name = nameOf(target)
  const end = nameKey(target)
  return nearest(
    note,
    paths.filter((path) => nameOf(path) === name && `/${nameKey(path)}`.endsWith(`/${end}`)),
  )
}
