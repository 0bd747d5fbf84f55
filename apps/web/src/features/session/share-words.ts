import type { SharePreview } from '@teamlore/shared/share'
import { count } from '../../lib/format/number.ts'
import { plainLine } from '../../lib/format/plain-text.ts'

type Kind = SharePreview['counts'][number]['kind']

/** `memories` → `memory`. */
export const oneOf = (kind: Kind): string => kind.replace(/ies$/, 'y').replace(/s$/, '')

/** `12 messages`. */
export const amountOf = ({ kind, count: n }: SharePreview['counts'][number]): string =>
  count(n, oneOf(kind), kind)

/** Who reads it once it is shared. */
export const readersOf = ({ readers }: SharePreview): string =>
  readers.project === null ? 'the team' : `the members on the list of ${plainLine(readers.project)}`

export const titleOf = ({ becomes }: SharePreview): string =>
  becomes === 'team' ? 'Share this session?' : 'Make this session private again?'

/** What the dialog says first: what would be, or why it cannot be. */
export const sentenceOf = (preview: SharePreview): string => {
  if (preview.refused !== null) return preview.refused
  return preview.becomes === 'team'
    ? `From then on it is read and found by ${readersOf(preview)}, with what it started and all that came of it:`
    : 'Nobody else has drawn on it yet. From then on you alone read it, with what it started and all that came of it:'
}

/** What can still be done about it afterwards. */
export const afterwardsOf = ({ becomes, refused }: SharePreview): string | undefined => {
  if (refused !== null) return undefined
  return becomes === 'team'
    ? 'You can make it private again until somebody else draws on it: opens it, is given of it in a brief, links it, or a memory of the team rests on it.'
    : 'A title or a few lines may have been seen in a list or a search meanwhile.'
}
