import { sha256 } from '@teamlore/shared'
import { BEYOND_DOUBT, findSecrets } from './find-secrets.ts'
import type { Finding, Redaction } from './redaction.types.ts'

/** Goes up when rules change, so that what was sent under older rules can be looked at again. */
export const REDACTION_VERSION = 20

/** What one replacement leaves may complete a look-alike for another, so it goes on until nothing moves. */
const MAX_PASSES = 4

/**
 * Takes secrets out of a text and puts `[REDACTED:rule]` in their place. Redacting twice is the same as once, and time
 * grows linearly with the text. It knows nothing of fields: pass it prose, code and output, never ids or paths.
 */
export const redactSecrets = (text: string): Redaction =>
  redactWith(text, (part) => findSecrets(part))

/**
 * For ids, paths and names, which random looks do not make a secret: only what is a key beyond doubt goes. What names two things
 * goes on naming two: behind the mark stands a digest of the key, the same for the same key.
 */
export const redactIdentifying = (text: string): Redaction =>
  redactWith(text, (part) => findSecrets(part, BEYOND_DOUBT), distinguishing)

type Mark = (finding: Finding, secret: string) => string

const plain: Mark = ({ rule }) => `[REDACTED:${rule}]`
/** Keys of makers are too long to be guessed from their digest. A password may not be. */
const distinguishing: Mark = (finding, secret) =>
  finding.rule === 'url-password'
    ? plain(finding, secret)
    : `${plain(finding, secret)}-${digestOf(secret)}`

/** Distinguishes two texts without revealing either. */
export const digestOf = (text: string): string => sha256(text).slice(0, DIGEST_CHARS)
export const DIGEST_CHARS = 12

/** The same with another way of finding them. */
export const redactWith = (
  text: string,
  find: (text: string) => readonly Finding[],
  mark: Mark = plain,
): Redaction => {
  const kinds: Record<string, number> = {}
  let current = text
  let count = 0
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const found = find(current)
    if (found.length === 0) break
    count += found.length
    for (const { rule } of found) countUp(kinds, rule)
    current = withoutFindings(current, found, mark)
  }
  return { text: current, count, kinds }
}

const withoutFindings = (text: string, found: readonly Finding[], mark: Mark): string => {
  const pieces: string[] = []
  let taken = 0
  for (const finding of found) {
    const { start, end } = finding
    pieces.push(text.slice(taken, start), mark(finding, text.slice(start, end)))
    taken = end
  }
  pieces.push(text.slice(taken))
  return pieces.join('')
}

export function countUp(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}
