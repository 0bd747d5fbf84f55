import type { Match } from '@teamlore/shared'
import type { Parts } from './fuse.ts'

/** What a hit has of the question, by the arms that found it; `nearFrom`: from here on a text counts as near in meaning. */
export const matchOf = ({ text, vector }: Parts, nearFrom: number): Match => {
  const isNear = vector !== null && vector.score >= nearFrom
  if (text !== null) return isNear ? 'both' : 'words'
  return isNear ? 'meaning' : 'loose'
}
