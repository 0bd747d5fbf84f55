import type { HeldSlackAsk, StoredSlack, UnitOfWork } from '@teamlore/db'
import type { SearchHit } from '@teamlore/shared'
import type { Digest } from '@teamlore/shared/digest'
import type { SlackHost, SlackMessage, SlackPlace } from '@teamlore/shared/slack-host'
import type { SecretBox } from '../identity/sign-in/secret-box.ts'
import type { SystemScope } from '../identity/teams/team-scope.ts'
import type { Remember } from '../memories/remember.ts'
import type { Search } from '../search/search.ts'

type Options = { pages: string }
export type SlackHit = Pick<
  SearchHit,
  'kind' | 'type' | 'title' | 'snippet' | 'occurred_at' | 'author' | 'project' | 'status' | 'url'
>
/** Puts what is said into the forms that Slack takes. */
export type SlackWording = {
  sentenceOf: (
    name: 'outside' | 'stranger' | 'viewer' | 'help' | 'empty' | 'failed',
  ) => SlackMessage
  answerOf: (question: string, hits: readonly SlackHit[], options: Options) => SlackMessage
  privateAnswerOf: (
    question: string,
    hits: readonly SlackHit[],
    options: Options & { isRest: boolean },
  ) => SlackMessage
  notedOf: (memoryId: string, options: Options) => SlackMessage
  unfurlOf: (hit: SlackHit, options: Options) => { blocks: readonly object[] }
  digestOf: (digest: Digest, options: Options) => SlackMessage
}

export type SlackWorkDeps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  slack: SlackHost
  secretBox: SecretBox | undefined
  search: Search
  remember: Remember
  wording: SlackWording
  now: () => Date
}

/** An ask, and what is needed to work on it. */
export type SlackWork = {
  scope: SystemScope
  holder: string
  held: HeldSlackAsk
  stored: StoredSlack
  place: SlackPlace
}

/** What became of it: done, or why nothing was said. */
export type SlackOutcome = { state: 'done' | 'ignored'; error: string | null }

export const DONE: SlackOutcome = { state: 'done', error: null }
export const ignored = (error: string): SlackOutcome => ({ state: 'ignored', error })
