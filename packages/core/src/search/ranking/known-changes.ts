import type { KnownChange } from '@teamlore/db'
import type { GroupedHit } from '@teamlore/shared'
import { folded } from '../../text/one-line.ts'
import { type EvidenceOf, KNOWN, mayReplace } from './said-later.ts'

/** Of a quote so much has to be shown. */
const MATCHED_CHARS = 60

/** Ids of hits of which it matters what is known: in some pair one may take the place of the other. */
export const inQuestion = (hits: readonly GroupedHit[]): string[] =>
  hits
    .filter((one) =>
      hits.some(
        (other) =>
          mayReplace({ newer: one, older: other }) || mayReplace({ newer: other, older: one }),
      ),
    )
    .map(({ id }) => id)

/**
 * What took the place of what is known of memories, and so of what they rest on, whatever its words. So is that a pair of them waits for
 * a person, or that both hold.
 */
export const withKnown = (evidenceOf: EvidenceOf, changes: readonly KnownChange[]): EvidenceOf => {
  const known = new Map<string, KnownChange[]>()
  for (const change of changes) {
    const key = `${change.newer} ${change.older}`
    known.set(key, [...(known.get(key) ?? []), change])
  }
  return ({ newer, older }) => {
    const there = (known.get(`${newer.id} ${older.id}`) ?? []).filter((one) =>
      isMeant(one, { newer, older }),
    )
    const back = (known.get(`${older.id} ${newer.id}`) ?? []).filter((one) =>
      isMeant(one, { newer: older, older: newer }),
    )
    if (there.some((one) => one.is === 'replaced')) return KNOWN
    // The earlier one was chosen in the place of the later one.
    if (back.some((one) => one.is === 'replaced')) return undefined
    const pair = [...there, ...back]
    if (pair.some((one) => one.is === 'waiting')) return KNOWN
    return pair.length > 0 ? undefined : evidenceOf({ newer, older })
  }
}

/** A message says more than what one memory quotes: what is shown of it has to be that. */
const isMeant = (
  { newerQuote, olderQuote }: KnownChange,
  { newer, older }: { newer: GroupedHit; older: GroupedHit },
): boolean => shows(newer, newerQuote) && shows(older, olderQuote)

const plain = (text: string): string => folded(text.replaceAll(/[`*_#]/g, ''))

const shows = ({ title, snippet }: GroupedHit, quote: string | null): boolean => {
  if (quote === null) return true
  const words = plain(quote)
  const shown = plain(title).replace(/…$/, '')
  return (
    plain(`${title} ${snippet.text}`).includes(words.slice(0, MATCHED_CHARS)) ||
    (shown !== '' && words.startsWith(shown.slice(0, MATCHED_CHARS)))
  )
}
