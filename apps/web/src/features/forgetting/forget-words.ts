import type { Deletion, ForgetPreview } from '@teamlore/shared/forgetting'
import { forgottenAmount } from '@teamlore/shared/forgotten-amount'
import { count } from '../../lib/format/number.ts'

/** When it is gone for good, before it is decided. */
export const delayOf = (hours: number): string =>
  hours === 0
    ? 'It is purged at once, and cannot be undone.'
    : `It is hidden at once and purged after ${count(hours, 'hour', 'hours')}. Until then it can be undone under Settings.`

/** What memories that stay lose; undefined where that is nothing. */
export const lossOf = ({
  memories,
  pieces,
}: ForgetPreview['loses_evidence']): string | undefined =>
  memories === 0
    ? undefined
    : `${count(memories, 'memory stays and loses', 'memories stay and lose')} ${count(pieces, 'piece', 'pieces')} of evidence; each says so.`

const WHAT: Record<Deletion['kind'], string> = {
  session: 'A session',
  message: 'A message',
  memory: 'A memory',
  project: 'All of a project',
  mine: 'Sessions of one person',
  person: 'A person',
}

/** `A session: 1 session, 12 messages`. */
export const whatOf = ({ kind, counts }: Pick<Deletion, 'kind' | 'counts'>): string =>
  counts.length === 0
    ? `${WHAT[kind]}: nothing`
    : `${WHAT[kind]}: ${counts.map(forgottenAmount).join(', ')}`
