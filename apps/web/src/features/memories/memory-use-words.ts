import type { MemoryReaders } from '@teamlore/shared/memory-use'
import { plural } from '@teamlore/shared/plural'

type Line = MemoryReaders['items'][number]

const WAY: Record<Line['door'], string> = {
  brief: 'in a brief',
  search: 'by a search',
  why: 'as a reason for code',
  opened: 'by its id',
  unknown: 'in a way that was not recorded',
}

/** `2026-05-02: an agent of Ada, in a brief, 3 times`. */
export const readerWords = ({ on, reader, door, times, person }: Line): string => {
  const who = person?.name ?? (reader === 'agent' ? 'somebody' : 'a person')
  return `${on}: ${reader === 'agent' ? `an agent of ${who}` : who}, ${WAY[door]}${times === 1 ? '' : `, ${plural(times, 'time')}`}`
}
