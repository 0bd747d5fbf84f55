import type { Entity } from '../book.types.ts'
import { fileName, nameKey, withoutEnding } from '../names.ts'

const foldersOf = (path: string): string[] => path.split('/').slice(0, -1)

/** Steps from the folder of one file to that of another. */
export const stepsBetween = (from: string, to: string): number => {
  const [a, b] = [foldersOf(from), foldersOf(to)]
  let shared = 0
  while (shared < a.length && shared < b.length && a[shared] === b[shared]) shared += 1
  return a.length + b.length - 2 * shared
}

/** Those nearest to a file, the first by path before the others; all that are as near. */
export const nearestTo = (path: string, entities: readonly Entity[]): readonly Entity[] => {
  if (entities.length < 2) return entities
  const steps = entities.map(({ source }) =>
    source === null ? Number.POSITIVE_INFINITY : stepsBetween(path, source.path),
  )
  const least = Math.min(...steps)
  return entities.filter((_, at) => steps[at] === least)
}

/** A path as seen from a folder; undefined where it leads out. */
const joined = (folders: readonly string[], written: string): string | undefined => {
  const steps = [...folders]
  for (const step of written.split('/')) {
    if (step === '..' && steps.pop() === undefined) return undefined
    if (step !== '' && step !== '.' && step !== '..') steps.push(step)
  }
  return steps.join('/')
}

/** What a written path may mean, the likeliest first. */
export const pathsMeant = (note: string, written: string): string[] => {
  const fromRoot = joined([], written)
  const fromNote = written.startsWith('/') ? undefined : joined(foldersOf(note), written)
  return [fromNote, fromRoot].filter((path) => path !== undefined)
}

const isEnd = (path: string, end: string): boolean => path === end || path.endsWith(`/${end}`)

const keyOf = (path: string): string => nameKey(withoutEnding(path))

/** The entity of the file that a written path leads to; where none is there, the only one whose path ends so. */
export const pathFrom = (
  note: string,
  written: string,
  ofFile: (name: string) => readonly Entity[],
): Entity | undefined => {
  const meant = pathsMeant(note, written).map(keyOf)
  const sameFile = ofFile(nameKey(fileName(written))).map((entity) => ({
    entity,
    path: keyOf(entity.source?.path ?? ''),
  }))
  const exact = meant.flatMap((one) => sameFile.filter(({ path }) => path === one))[0]
  const end = meant.at(-1)
  if (exact || end === undefined || !end.includes('/')) return exact?.entity
  const ending = sameFile.filter(({ path }) => isEnd(path, end))
  return ending.length === 1 ? ending[0]?.entity : undefined
}
