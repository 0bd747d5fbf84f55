import {
  areOpposed,
  type ChangeFeatures,
  changeFeatures,
  deniedValuesOf,
  namesReplaced,
} from './change-features.ts'
import { CHANGE_WEIGHTS, LIKENESS_WEIGHTS } from './change-weights.ts'
import type { Corpus } from './corpus.ts'
import { isNamed, type Said } from './said.ts'

/** What a later saying seems to do to an earlier one. */
export type Change = {
  /** As log odds, moved so that from 0 on a pair is worth the eyes of a person (docs/benchmarks.md, corrections). */
  evidence: number
  /** `denied`: it says that what the earlier one says is over. `opposed`: one forbids what the other allows. `other`: another value. */
  kind: 'denied' | 'opposed' | 'other'
  /** The old value is named and denied, and all else is said of the same. */
  isSure: boolean
}

/** By words alone; by words and likeness; where rules of whole statements see a change; for a denial that replaces. */
const LEAST = { words: 0.75, likeness: 0.5, rules: 0.25, sure: 1.5 } as const
/** Below this nearness two texts are as unlike as most are. */
const UNLIKE = 0.3
/** "Mud samples", "salt samples": all else may be the same word for word, and it says no more. */
const MOST_FOREIGN = 0.3

/**
 * Undefined where the two have nothing in common, or speak of another thing, part or time for all to see.
 *
 * @param nearness of the two in meaning, from 0 as unrelated texts to 1; undefined where one of them has no vector.
 */
export const changeBetween = (
  older: Said,
  newer: Said,
  corpus: Corpus,
  nearness?: number,
): Change | undefined => {
  const features = changeFeatures(older, newer, corpus)
  if (features.mass === 0 || features.labels + features.narrow > 0) return undefined
  const words = wordsOf(features)
  const kind = kindOf(older, newer, features.exchanged > 0)
  const isSure = kind === 'denied' && words >= LEAST.sure
  const byRules = seesChange(features) ? LEAST.rules : Number.NEGATIVE_INFINITY
  const isNamed = namesReplaced(older, newer, corpus) && (nearness ?? 0) > UNLIKE
  const known = isNamed ? LEAST.rules : Number.NEGATIVE_INFINITY
  if (nearness === undefined)
    return { evidence: Math.max(words - LEAST.words, byRules), kind, isSure }
  const all = likenessOf(features, nearness, words)
  return { evidence: Math.max(all - LEAST.likeness, known), kind, isSure }
}

/** What the words say, as log odds. */
const wordsOf = (features: ChangeFeatures): number => {
  let odds = CHANGE_WEIGHTS.bias
  for (const [name, value] of Object.entries(features) as [keyof ChangeFeatures, number][])
    odds += value * CHANGE_WEIGHTS[name]
  return odds
}

const seesChange = ({ exchanged, replaces, mayReplace }: ChangeFeatures): boolean =>
  exchanged === 0 && replaces + mayReplace > 0

/** What decides where it is known how near two texts are: of another thing nearness says less. */
export const likenessFeatures = (features: ChangeFeatures, nearness: number, words: number) => {
  const above = Math.max(0, nearness - UNLIKE)
  return {
    words,
    same: features.foreign === 0 ? above : 0,
    foreign: features.foreign > 0 ? Math.min(above, MOST_FOREIGN) : 0,
    rules: Number(seesChange(features)),
  }
}

const likenessOf = (features: ChangeFeatures, nearness: number, words: number): number => {
  const known = likenessFeatures(features, nearness, words)
  let odds = LIKENESS_WEIGHTS.bias
  for (const [name, value] of Object.entries(known) as [keyof typeof known, number][])
    odds += value * LIKENESS_WEIGHTS[name]
  return odds
}

const kindOf = (older: Said, newer: Said, isExchanged: boolean): Change['kind'] => {
  if (isExchanged) return 'other'
  if (namesDenied(older, newer)) return 'denied'
  return areOpposed(older, newer) ? 'opposed' : 'other'
}

/** The old value is a name, and denied: of a mere word nobody knows whether it is the value or what is spoken of. */
const namesDenied = (older: Said, newer: Said): boolean => {
  const isName = (term: string) =>
    [newer, older].some(({ terms }) => {
      const token = terms.get(term)
      return token !== undefined && isNamed(token)
    })
  return deniedValuesOf(older, newer).some(isName)
}
