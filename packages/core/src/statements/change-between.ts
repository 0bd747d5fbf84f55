import { areOpposed, changeFeatures, deniedOf, deniedValuesOf } from './change-features.ts'
import { CHANGE_WEIGHTS } from './change-weights.ts'
import type { Corpus } from './corpus.ts'
import { findsAkin, isNamed, type Said } from './said.ts'

/** What a later saying seems to do to an earlier one. */
export type Change = {
  /** As log odds; 0 is as likely as not. */
  evidence: number
  /** `denied`: it says that what the earlier one says is over. `opposed`: one forbids what the other allows. `other`: another value. */
  kind: 'denied' | 'opposed' | 'other'
}

/** From here on a pair is worth the eyes of a person (docs/benchmarks.md, corrections). */
export const MAY_CHANGE = 0.5
/** From here on an explicit denial takes the place of what it denies. */
const SURELY_DENIES = 1.5

/** Undefined where the two have nothing in common, or speak of another thing, part or time for all to see. */
export const changeBetween = (older: Said, newer: Said, corpus: Corpus): Change | undefined => {
  const features = changeFeatures(older, newer, corpus)
  if (features.mass === 0 || features.labels + features.narrow > 0) return undefined
  let evidence = CHANGE_WEIGHTS.bias
  for (const [name, value] of Object.entries(features) as [keyof typeof features, number][])
    evidence += value * CHANGE_WEIGHTS[name]
  return { evidence, kind: kindOf(older, newer, features.exchanged > 0) }
}

const kindOf = (older: Said, newer: Said, isExchanged: boolean): Change['kind'] => {
  if (isExchanged) return 'other'
  if (namesDenied(older, newer)) return 'denied'
  return areOpposed(older, newer) ? 'opposed' : 'other'
}

/** The old value is named and denied: a name, or a word that both their subjects stand beside. */
const namesDenied = (older: Said, newer: Said): boolean => {
  const denied = deniedOf(older, newer)
  const isName = (term: string) =>
    [newer, older].some(({ terms }) => {
      const token = terms.get(term)
      return token !== undefined && isNamed(token)
    })
  const values = deniedValuesOf(older, newer)
  return (
    values.some(isName) ||
    (values.length > 0 && [...older.subject].some((term) => findsAkin(newer.subject, term))) ||
    denied.some((term) => isName(term) && findsAkin(newer.subject, term))
  )
}

export const surelyDenies = ({ kind, evidence }: Change): boolean =>
  kind === 'denied' && evidence >= SURELY_DENIES
