import type { SpokenMessage, TeamRepositories } from '@teamlore/db'
import type { MessageId, ProjectId, SessionId } from '@teamlore/shared'
import { nearnessOf } from '../../search/ranking/nearness.ts'
import { type Change, changeBetween } from '../../statements/change-between.ts'
import type { Corpus } from '../../statements/corpus.ts'
import type { Said } from '../../statements/said.ts'
import { quoteLexeme } from '../../text/analyse.ts'
import { lexemesOf } from '../../text/tokenise.ts'
import { type Newer, replacingIn, surest } from './replacing.ts'
import { type Stated, statementsOf } from './statements-of.ts'

/** A later statement that seems to change an earlier one, both as somebody said them in a session. */
export type FoundChange = {
  older: Stated<SpokenMessage>
  newer: Stated<SpokenMessage>
  change: Change
}

/** Of one session: messages and statements that are looked at, and pairs that come of it; and words that are looked up. */
const MOST = { messages: 60, statements: 40, pairs: 3, words: 3_000 } as const
/** Earlier messages that share a rare word and are compared with one statement. */
const NEAREST = 60
/** Rare words of a statement by which earlier ones are looked for. */
const RAREST = 5
/** A word that more documents have is no way to find one of them, where the statement has a rarer one. */
const COMMON = 400

/** Of vectors: without one words alone decide. */
export type VectorSpace = { id: string; unrelated?: number | undefined }
type Asked = { projectId: ProjectId; sessionId: SessionId; space?: VectorSpace | undefined }
type Repositories = Pick<TeamRepositories, 'said' | 'search' | 'sessions'>

/**
 * What a session says that seems to change what was said before, in the same project and before the same eyes. Earlier messages are
 * found by rare words that they share, and words are as rare as they are in all that the team has.
 */
export const findChanges = async (
  { said: repository, search, sessions }: Repositories,
  { projectId, sessionId, space }: Asked,
): Promise<FoundChange[]> => {
  const session = await sessions.findById(sessionId)
  if (session === undefined || session.projectId !== projectId) return []
  const messages = await repository.saidIn(sessionId, MOST.messages)
  const replaced = await repository.replacedIn(
    messages.map(({ message_id }) => message_id),
    { projectId, privateTo: session.privateTo },
  )
  const stated = messages
    .flatMap(statementsOf)
    .map((one) => ({ ...one, replacing: replacingIn(one, replaced) }))
    .filter(mayChange)
    .slice(0, MOST.statements)
  if (stated.length === 0) return []
  const rarity = await corpusOf(search, stated)
  const compared: Compared[] = []
  for (const newer of stated) {
    const match = rareWordsOf([newer.said, ...newer.replacing], rarity)
    if (match === '') continue
    const before = newer.message.at
    const earlier = await repository.saidBefore(
      { projectId, privateTo: session.privateTo, sessionId, before, match },
      NEAREST,
    )
    compared.push({ newer, earlier: earlier.flatMap(statementsOf) })
  }
  const corpus = await corpusOf(search, [...stated, ...compared.flatMap(({ earlier }) => earlier)])
  const nearnessOf = await nearnessAmong(repository, compared, space)
  return compared
    .flatMap((one) => bestOf(one, corpus, nearnessOf) ?? [])
    .toSorted((a, b) => b.change.evidence - a.change.evidence)
    .slice(0, MOST.pairs)
}

type Compared = { newer: Newer; earlier: Stated<SpokenMessage>[] }

/** Agents say much of the moment, so of theirs only what says that something changed counts. */
const mayChange = ({ message, said, replacing }: Newer): boolean =>
  message.origin === 'human' || said.hasSign || said.denied.size > 0 || replacing.length > 0

type NearnessOf = (newer: SpokenMessage, older: SpokenMessage) => number | undefined

/** How near what is compared is in meaning, in one statement. */
const nearnessAmong = async (
  repository: Repositories['said'],
  compared: readonly Compared[],
  space: VectorSpace | undefined,
): Promise<NearnessOf> => {
  if (space === undefined) return () => undefined
  const keys = new Set(
    compared.flatMap(({ newer, earlier }) =>
      earlier.map(({ message }) => `${newer.message.message_id} ${message.message_id}`),
    ),
  )
  const pairs = [...keys].map((key) => {
    const [newer, older] = key.split(' ')
    return { newer: newer as MessageId, older: older as MessageId }
  })
  const found = await repository.likenessOf(pairs, space.id)
  const known = new Map(found.map(({ newer, older, likeness }) => [`${newer} ${older}`, likeness]))
  return (newer, older) => {
    const cosine = known.get(`${newer.message_id} ${older.message_id}`)
    return cosine === undefined ? undefined : nearnessOf(cosine, space)
  }
}

const bestOf = (
  { newer, earlier }: Compared,
  corpus: Corpus,
  near: NearnessOf,
): FoundChange | undefined => {
  let best: FoundChange | undefined
  for (const older of earlier) {
    const nearness = near(newer.message, older.message)
    const spoken = changeBetween(older.said, newer.said, corpus, nearness)
    const read = newer.replacing.flatMap(
      (one) => changeBetween(older.said, one, corpus, nearness) ?? [],
    )
    const change = surest(spoken, read)
    if (change === undefined || change.evidence < 0) continue
    if (best === undefined || change.evidence > best.change.evidence)
      best = { older, newer, change }
  }
  return best
}

/** How rare the words of these statements are in the team. A word of several parts is as rare as the rarest. */
const corpusOf = async (
  search: Pick<TeamRepositories['search'], 'keptCounts'>,
  stated: readonly (Stated<SpokenMessage> & Partial<Pick<Newer, 'replacing'>>)[],
): Promise<Corpus> => {
  const words = new Map<string, string[]>()
  const read = stated.flatMap(({ said, replacing = [] }) => [said, ...replacing])
  for (const { terms } of read)
    for (const [term, { raw }] of terms)
      if (words.size < MOST.words && !words.has(term)) words.set(term, lexemesOf(raw))
  const { documents, counts } = await search.keptCounts([...new Set([...words.values()].flat())])
  // What is not counted yet stands in one text at least.
  const countOf = (lexemes: readonly string[]) =>
    Math.max(1, Math.min(...lexemes.map((lexeme) => counts.get(lexeme) ?? 1)))
  const frequency = new Map([...words].map(([term, lexemes]) => [term, countOf(lexemes)]))
  return { size: documents, frequency, lowercase: new Set() }
}

const rareWordsOf = (said: readonly Said[], { frequency }: Corpus): string => {
  const terms = new Map(said.flatMap((one) => [...one.terms]))
  const ranked = [...terms]
    .map(([term, { raw }]) => ({ count: frequency.get(term) ?? 0, lexemes: lexemesOf(raw) }))
    .filter(({ lexemes }) => lexemes.length > 0)
    .toSorted((a, b) => a.count - b.count)
  const rare = ranked.filter(({ count }, at) => at === 0 || count <= COMMON)
  return rare
    .slice(0, RAREST)
    .map(({ lexemes }) => `(${lexemes.map(quoteLexeme).join(' & ')})`)
    .join(' | ')
}
