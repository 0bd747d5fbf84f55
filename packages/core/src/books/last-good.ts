import type { BookFile, KeptFile, PreviousEntityRow } from '@teamlore/db'
import {
  type BookProject,
  type BookSchema,
  type InputFile,
  type KnownFile,
  type Note,
  readNote,
} from '@teamlore/lorebook'

type FileName = { path: string; hash: string }
type Notes = ReadonlyMap<string, Note>

/** What files said before, by path, of those that are wanted. */
export type LastGood = (project: BookProject, wanted: readonly FileName[]) => Notes

export const readFiles = (project: BookProject, files: readonly InputFile[]): KnownFile[] =>
  files.map((file) =>
    'read' in file ? file : { path: file.path, hash: file.hash, read: readNote(project, file) },
  )

/** Files that made an entity before and say nothing readable now, with the hash of what made it. */
export const brokenAmong = (
  files: readonly KnownFile[],
  { entity_types }: BookSchema,
  previous: readonly Pick<PreviousEntityRow, 'path' | 'hash'>[],
): FileName[] => {
  const types = new Set(entity_types.map(({ name }) => name))
  const before = new Map(previous.map(({ path, hash }) => [path, hash]))
  return files.flatMap(({ path, read: { note } }) => {
    if (note !== undefined && types.has(note.type)) return []
    const hash = before.get(path)
    return hash === undefined || hash === null ? [] : [{ path, hash }]
  })
}

export const lastGoodNotes = (project: BookProject, files: readonly BookFile[]): Notes =>
  new Map(
    files.flatMap((file): [string, Note][] => {
      const { note } = readNote(project, file)
      return note === undefined ? [] : [[file.path, note]]
    }),
  )

/** Of files that are not used any more, those of which no entity is made either. */
export const notKept = (unused: readonly KeptFile[], lastGood: Notes): KeptFile[] =>
  unused.filter(({ path, hash }) => lastGood.get(path)?.hash !== hash)
