import type { WhyReason } from '@teamlore/shared/why'

/** How much a memory bears on a file by the code it is anchored to. The best single reason counts, never a sum. */
export const WEIGHTS = {
  same_file: 1,
  parent_folder: 0.7,
  imported: 0.3,
  importer: 0.2,
} as const satisfies Partial<Record<WhyReason, number>>

export type Place = { path: string; reason: keyof typeof WEIGHTS; weight: number }

export type Neighbours = { imports: readonly string[]; importedBy: readonly string[] }

const foldersOf = (path: string): string[] => {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
}

/** A folder is anchored to with or without a slash at its end. */
const spellings = (folder: string): string[] => [folder, `${folder}/`]

/** Every place whose memories bear on these files, each with its best reason. */
export const placesAround = (
  files: readonly ({ path: string } & Neighbours)[],
): Map<string, Place> => {
  const places = new Map<string, Place>()
  const note = (path: string, reason: Place['reason']): void => {
    const weight = WEIGHTS[reason]
    if ((places.get(path)?.weight ?? 0) < weight) places.set(path, { path, reason, weight })
  }
  for (const { path, imports, importedBy } of files) {
    note(path, 'same_file')
    for (const folder of foldersOf(path).flatMap(spellings)) note(folder, 'parent_folder')
    for (const other of imports) note(other, 'imported')
    for (const other of importedBy) note(other, 'importer')
  }
  return places
}

export type Anchor = { path: string; start_line: number | null; end_line: number | null }

/** Lines that are asked for, the first and the last. */
export type LineRange = { from: number; to: number }

/** Whether an anchor names lines, and some that were asked for are among them. */
export const coversLine = (
  { start_line, end_line }: Omit<Anchor, 'path'>,
  lines: LineRange | undefined,
): boolean =>
  lines !== undefined &&
  start_line !== null &&
  start_line <= lines.to &&
  lines.from <= (end_line ?? start_line)

/** The best of a memory's anchors: by weight, then the one whose lines were asked for. */
export const bestAnchor = <A extends Anchor>(
  anchors: readonly A[],
  places: ReadonlyMap<string, Place>,
  lines: LineRange | undefined,
): { anchor: A; place: Place; covers: boolean } | undefined =>
  anchors
    .flatMap((anchor) => {
      const place = places.get(anchor.path)
      return place === undefined
        ? []
        : [{ anchor, place, covers: place.reason === 'same_file' && coversLine(anchor, lines) }]
    })
    .sort((a, b) => b.place.weight - a.place.weight || Number(b.covers) - Number(a.covers))[0]
