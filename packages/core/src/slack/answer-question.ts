import { searchQuerySchema } from '@teamlore/shared'
import { grantEverybodyScope, type TeamScope } from '../identity/teams/team-scope.ts'
import type { Search } from '../search/search.ts'
import { audienceOf } from './audience.ts'
import { findMember } from './members.ts'
import { withWordsOfMemories } from './memory-hits.ts'
import { questionOf } from './question-of.ts'
import type { SlackAsk } from './read-sent.ts'
import { sayToAll, sayToAsker } from './say.ts'
import {
  DONE,
  type SlackHit,
  type SlackOutcome,
  type SlackWork,
  type SlackWorkDeps,
} from './work.types.ts'

type Question = Extract<SlackAsk, { kind: 'command' | 'mention' | 'message' }>
type Found = SlackHit & { id: string }

const MOST_SHOWN = 5
const MAX_QUESTION = 2_000

const find = async (search: Search, scope: TeamScope, question: string): Promise<Found[]> => {
  const query = searchQuerySchema.parse({
    q: question.slice(0, MAX_QUESTION),
    limit: MOST_SHOWN * 4,
  })
  const { items, nothing_known } = await search(scope, query)
  return nothing_known === true ? [] : items
}

/** What a member may read, to them alone. */
const answerMember = async (
  deps: SlackWorkDeps,
  work: SlackWork,
  { ask, question, member }: { ask: Question; question: string; member: TeamScope },
): Promise<void> => {
  const found = await find(deps.search, member, question)
  const options = { pages: work.stored.pagesUrl, isRest: false }
  const hits = await withWordsOfMemories(deps, member, found.slice(0, MOST_SHOWN))
  const message = deps.wording.privateAnswerOf(question, hits, options)
  await sayToAsker(deps, work, ask, message)
}

/**
 * What everybody in the team may read and somebody has reviewed, to all who are in the channel; then the rest of what the asker may read,
 * to them alone.
 */
const answerAll = async (
  deps: SlackWorkDeps,
  work: SlackWork,
  { ask, question, member }: { ask: Question; question: string; member: TeamScope },
): Promise<void> => {
  const { search, wording } = deps
  const { teamId, pagesUrl: pages } = work.stored
  const everybody = grantEverybodyScope(teamId, null)
  const everybodys = await find(search, everybody, question)
  const shown = everybodys
    .filter(({ kind, status }) => kind === 'memory' && status === 'current')
    .slice(0, MOST_SHOWN)
  const thread = ask.kind === 'command' ? null : ask.thread
  const hits = await withWordsOfMemories(deps, everybody, shown)
  const message = wording.answerOf(question, hits, { pages })
  await sayToAll(deps, work, { channel: ask.channel, thread }, message)
  const known = new Set(shown.map(({ id }) => id))
  const own = await find(search, member, question)
  const rest = own.filter(({ id }) => !known.has(id)).slice(0, MOST_SHOWN)
  if (rest.length > 0)
    await sayToAsker(
      deps,
      work,
      ask,
      wording.privateAnswerOf(question, await withWordsOfMemories(deps, member, rest), {
        pages,
        isRest: true,
      }),
    )
}

/** A question by command, by mention or in a direct message → what all who read the answer may read. */
export const answerQuestion = async (
  deps: SlackWorkDeps,
  work: SlackWork,
  ask: Question,
): Promise<SlackOutcome> => {
  const { wording } = deps
  const { stored, place } = work
  const audience = await audienceOf(deps, stored, { place, channel: ask.channel })
  if (audience === 'outside') {
    await sayToAsker(deps, work, ask, wording.sentenceOf('outside'))
    return DONE
  }
  const member = await findMember(deps, stored, { place, person: ask.person })
  const question = questionOf(ask.text)
  if (member === undefined) await sayToAsker(deps, work, ask, wording.sentenceOf('stranger'))
  else if (question === '') await sayToAsker(deps, work, ask, wording.sentenceOf('help'))
  else if (audience === 'team') await answerAll(deps, work, { ask, question, member })
  else await answerMember(deps, work, { ask, question, member })
  return DONE
}
