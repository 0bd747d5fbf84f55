const isOnServers = process.env['TEST_ENGINE'] === 'postgres'

/** Of three askers one asks. */
const PART = 3

const placeOf = (question: string): number =>
  [...question].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_973, 7)

/**
 * Whether the asker at this place asks this. On real servers everybody asks everything. On the embedded engine, where the batteries took an
 * eighth of all tests, the first of them, of another team, asks everything there as well, and each third of the others in turn.
 */
export const isAskedBy = (place: number, question: string): boolean =>
  isOnServers || place === 0 || (place + placeOf(question)) % PART === 0
