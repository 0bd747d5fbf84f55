import type { GroupedHit } from '@teamlore/shared'
import { changeBetween } from '../../statements/change-between.ts'
import { namesReplaced } from '../../statements/change-features.ts'
import { type Corpus, corpusOf } from '../../statements/corpus.ts'
import { readReplacing, readSaid, type Said } from '../../statements/said.ts'
import { lexemesOf } from '../../text/tokenise.ts'
import { statementsOf } from './answer-order.ts'
import { type EvidenceOf, mayReplace, type Pair } from './said-later.ts'

/** How many documents a team has, and how many of them have each of some lexemes, as far as that is counted. */
type KeptCounts = { documents: number; counts: ReadonlyMap<string, number> }
type CountsReader = { keptCounts: (lexemes: readonly string[]) => Promise<KeptCounts> }

/** The value that a hit says it takes the place of, by the id of the hit. */
export type Replaced = ReadonlyMap<string, string>

/** How near two hits are in meaning, from 0 as unrelated texts to 1; undefined where one of them has no vector. */
export type NearnessOf = (pair: Pair) => number | undefined

/** Words that are looked up for one page at most. */
const MAX_LEXEMES = 400
/** Below this neither rarity nor likeness makes a change of two statements. */
const OUT_OF_REACH = -6

type Read = {
  hit: GroupedHit
  said: Said[]
  /** With what it says that it takes the place of, for what stands before it. */
  replacing: Said[]
}

/**
 * What the statements of the hits of a page say of each other. How rare their words are is not seen on a page of ten hits, so it is
 * read from what is counted of the whole team: one statement, and none where no pair is worth it. `readNearness` is asked as seldom.
 */
export const evidenceAmong = async (
  search: CountsReader,
  hits: readonly GroupedHit[],
  readNearness: () => Promise<NearnessOf> = async () => () => undefined,
  replaced: Replaced = new Map(),
): Promise<EvidenceOf> => {
  const texts = new Map(hits.map((hit) => [hit, statementsOf(hit)]))
  const read = hits.map(
    (hit): Read => ({
      hit,
      said: (texts.get(hit) ?? []).map(readSaid),
      replacing: replacingIn(hit, replaced.get(hit.id)),
    }),
  )
  const onPage = corpusOf([...texts.values()].flat())
  const candidates = pairsOf(read).filter(([older, newer]) => isWithinReach(older, newer, onPage))
  if (candidates.length === 0) return () => undefined
  const said = [...new Set(candidates.flat())].flatMap(saidBy)
  const [corpus, nearnessOf] = await Promise.all([
    corpusAround(search, said, onPage),
    readNearness(),
  ])
  const evidence = new Map(
    candidates.map(([older, newer]) => {
      const nearness = nearnessOf({ older: older.hit, newer: newer.hit })
      return [
        `${older.hit.id} ${newer.hit.id}`,
        best(older.said, saidBy(newer), { corpus, nearness, least: Number.NEGATIVE_INFINITY }),
      ]
    }),
  )
  return ({ older, newer }: Pair) => evidence.get(`${older.id} ${newer.id}`)
}

/** A memory is worded as what holds; what it took the place of is in its slots alone. */
const replacingIn = ({ title }: GroupedHit, replaces: string | undefined): Said[] =>
  replaces === undefined ? [] : [readReplacing(title, replaces)]

const pairsOf = (read: readonly Read[]): [older: Read, newer: Read][] =>
  read.flatMap((newer) =>
    read
      .filter((older) => mayReplace({ newer: newer.hit, older: older.hit }))
      .map((older): [Read, Read] => [older, newer]),
  )

const saidBy = ({ said, replacing }: Read): Said[] => [...said, ...replacing]

const isWithinReach = (older: Read, newer: Read, onPage: Corpus): boolean =>
  best(older.said, saidBy(newer), { corpus: onPage, least: OUT_OF_REACH }) !== undefined ||
  newer.replacing.some((b) => older.said.some((a) => namesReplaced(a, b, onPage)))

/** The most that any two of their statements say. */
const best = (
  older: readonly Said[],
  newer: readonly Said[],
  { corpus, nearness, least }: { corpus: Corpus; nearness?: number | undefined; least: number },
): number | undefined => {
  let most: number | undefined
  for (const a of older)
    for (const b of newer) {
      const evidence = changeBetween(a, b, corpus, nearness)?.evidence
      if (evidence !== undefined && evidence > (most ?? least)) most = evidence
    }
  return most
}

/** The words of a page, with how many documents of the team have them; what is not counted yet is as rare as it is on the page. */
const corpusAround = async (
  search: CountsReader,
  said: readonly Said[],
  onPage: Corpus,
): Promise<Corpus> => {
  const lexemes = new Map<string, Set<string>>()
  for (const { terms } of said)
    for (const [term, { raw }] of terms)
      lexemes.set(term, new Set([...(lexemes.get(term) ?? []), ...lexemesOf(raw)]))
  const asked = [...new Set([...lexemes.values()].flatMap((words) => [...words]))]
  const { documents, counts } = await search.keptCounts(asked.slice(0, MAX_LEXEMES))
  if (documents <= onPage.size) return onPage
  const frequency = new Map(onPage.frequency)
  for (const [term, words] of lexemes) {
    // Of a name of several words the rarest says how rare it is.
    const known = [...words].flatMap((word) => counts.get(word) ?? [])
    if (known.length === words.size && known.length > 0)
      frequency.set(term, Math.max(Math.min(...known), 1))
  }
  return { ...onPage, size: documents, frequency }
}
