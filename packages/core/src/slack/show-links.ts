import { basePathOf, withoutBase } from '@teamlore/shared/base-path'
import { memoryIdSchema } from '@teamlore/shared/ids'
import { grantEverybodyScope } from '../identity/teams/team-scope.ts'
import { audienceOf } from './audience.ts'
import { wordsOf } from './memory-hits.ts'
import type { SlackAsk } from './read-sent.ts'
import {
  DONE,
  ignored,
  type SlackHit,
  type SlackOutcome,
  type SlackWork,
  type SlackWorkDeps,
} from './work.types.ts'

type Links = Extract<SlackAsk, { kind: 'links' }>

const MEMORY = /^\/memories\/(mem_[0-9a-z]{26})\/?$/

/** Which memory an address of these pages is of. */
const memoryOf = (url: string, pages: string): string | undefined => {
  if (!URL.canParse(url)) return undefined
  const { origin, pathname } = new URL(url)
  if (origin !== new URL(pages).origin) return undefined
  const basePath = basePathOf(pages)
  if (!pathname.startsWith(`${basePath}/`)) return undefined
  const id = MEMORY.exec(withoutBase(pathname, basePath))?.[1]
  return memoryIdSchema.safeParse(id).success ? id : undefined
}

/** Memories that everybody in the team may read and that somebody has reviewed. */
const readable = async (
  { unitOfWork }: SlackWorkDeps,
  { stored }: SlackWork,
  ids: readonly string[],
): Promise<Map<string, SlackHit>> => {
  const everybody = grantEverybodyScope(stored.teamId, null)
  const { items } = await unitOfWork.inTeam(everybody, ({ memoryList }) =>
    memoryList.list({ ids }, { limit: ids.length }),
  )
  return new Map(
    items
      .filter(({ status }) => status === 'active')
      .map((memory) => [
        memory.id,
        {
          kind: 'memory',
          type: memory.kind,
          ...wordsOf(memory),
          occurred_at: memory.valid_from,
          author: memory.author,
          project: memory.project,
          status: 'current',
          url: `/memories/${memory.id}`,
        },
      ]),
  )
}

/** Links to memories in a message → what they say, where everybody in the channel may read it. Of anything else nothing is shown. */
export const showLinks = async (
  deps: SlackWorkDeps,
  work: SlackWork,
  { channel, urls, unfurlId, source }: Links,
): Promise<SlackOutcome> => {
  const { pagesUrl: pages } = work.stored
  const named = urls.flatMap((url) => {
    const id = memoryOf(url, pages)
    return id === undefined ? [] : [{ url, id }]
  })
  if (named.length === 0) return ignored('No link to a memory.')
  const audience = await audienceOf(deps, work.stored, { place: work.place, channel })
  if (audience !== 'team') return ignored('Others than the team read this channel.')
  const found = await readable(deps, work, [...new Set(named.map(({ id }) => id))])
  const unfurls = Object.fromEntries(
    named.flatMap(({ url, id }) => {
      const hit = found.get(id)
      return hit === undefined ? [] : [[url, deps.wording.unfurlOf(hit, { pages })]]
    }),
  )
  if (Object.keys(unfurls).length === 0)
    return ignored('Nothing behind these links is for everybody in the team.')
  // The same again changes nothing at Slack.
  await deps.slack.unfurl(work.place, { unfurlId, source }, unfurls)
  return DONE
}
