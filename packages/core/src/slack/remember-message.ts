import { MEMORY_LIMITS, rememberRequestSchema } from '@teamlore/shared/memories'
import { roleCovers } from '@teamlore/shared/roles'
import { scopeFor, type TeamScope } from '../identity/teams/team-scope.ts'
import { findMember } from './members.ts'
import { plainOf } from './question-of.ts'
import type { SlackAsk } from './read-sent.ts'
import { sayToAsker } from './say.ts'
import {
  DONE,
  ignored,
  type SlackOutcome,
  type SlackWork,
  type SlackWorkDeps,
} from './work.types.ts'

type Message = Extract<SlackAsk, { kind: 'remember' }>

const NOTED = 'draft:'

/** Words of a member are a person's. What anybody else or a program wrote is as text of the web, which is never served without a person. */
const originOf = async (deps: SlackWorkDeps, work: SlackWork, { author }: Message) => {
  if (author === null) return 'web' as const
  const { stored, place } = work
  const member = await findMember(deps, stored, { place, person: author })
  return member === undefined ? ('web' as const) : ('human' as const)
}

/** Made once: after a kill the same words are found again, and the draft that was noted is not made anew. */
const draftOf = async (
  deps: SlackWorkDeps,
  work: SlackWork,
  { by, ask, statement }: { by: TeamScope<'member'>; ask: Message; statement: string },
): Promise<string> => {
  const { held, scope, stored, place } = work
  const noted = held.stepsDone.find((step) => step.startsWith(NOTED))
  if (noted !== undefined) return noted.slice(NOTED.length)
  const origin = await originOf(deps, work, ask)
  const link = await deps.slack.linkOf(place, ask.channel, ask.ts)
  const { id } = await deps.remember(
    by,
    rememberRequestSchema.parse({
      statement,
      draft: true,
      origin,
      evidence: [{ kind: 'document', ref: link }],
      ...(stored.projectId !== null && { project: stored.projectId }),
    }),
  )
  await deps.unitOfWork.inTeam(scope, ({ slackAsks }) =>
    slackAsks.noteStepDone(held.id, `${NOTED}${id}`),
  )
  return id
}

/** A message that a member chose → a draft that somebody reviews, with the link to the message as evidence. */
export const rememberMessage = async (
  deps: SlackWorkDeps,
  work: SlackWork,
  ask: Message,
): Promise<SlackOutcome> => {
  const { wording } = deps
  const { stored, place } = work
  const say = (name: 'stranger' | 'viewer' | 'empty') =>
    sayToAsker(deps, work, ask, wording.sentenceOf(name))
  const member = await findMember(deps, stored, { place, person: ask.person })
  if (member === undefined) {
    await say('stranger')
    return ignored('Asked by nobody whom the team knows.')
  }
  if (!roleCovers(member.role, 'member')) {
    await say('viewer')
    return ignored('Asked by somebody whose role is to read.')
  }
  const statement = plainOf(ask.text).slice(0, MEMORY_LIMITS.maxStatementChars).trim()
  if (statement === '') {
    await say('empty')
    return ignored('The message has no words.')
  }
  const id = await draftOf(deps, work, { by: scopeFor(member, 'member'), ask, statement })
  await sayToAsker(deps, work, ask, wording.notedOf(id, { pages: stored.pagesUrl }))
  return DONE
}
