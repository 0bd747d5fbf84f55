import type { MirrorFigures } from '../memory-files/mirror-figures.ts'
import { ago, count, plural } from '../output/format.ts'
import { type Piece, yellow } from '../output/line.ts'
import { printable } from '../output/printable.ts'

/** `12 files in 4 folders, last sent 5 min ago`, and what is in the way. */
export const mirrorPieces = (
  { files, folders, folders_waiting, left_out, last_success_at, last_error }: MirrorFigures,
  now: Date,
): Piece[] => {
  const facts = [
    files === 0 ? 'none seen' : `${plural(files, 'file')} in ${plural(folders, 'folder')}`,
    left_out > 0 ? `${count(left_out)} left out` : '',
    last_success_at === null ? '' : `last sent ${ago(last_success_at, now)}`,
  ].filter((fact) => fact !== '')
  if (folders_waiting === 0) return [facts.join(', ')]
  const reason = last_error === null ? '' : `: ${printable(last_error.message)}`
  return [
    `${facts.join(', ')}; `,
    yellow(`${plural(folders_waiting, 'folder')} not up to date${reason}`),
  ]
}
