import type { BriefMemory, TeamRepositories, UncountedSession } from '@teamlore/db'
import { saysNo } from '../outcomes/find-correction.ts'
import { createResemblance } from '../outcomes/resembles.ts'

type Repositories = Pick<TeamRepositories, 'brief' | 'holdoutArms' | 'outcomes'>

/** Findings and summaries of one session that are looked at. */
const FOUND = 80

/** The first prompt says what is wanted; what comes later may say that the agent was wrong. */
const correctionsIn = async ({ outcomes }: Repositories, { id }: UncountedSession) =>
  (await outcomes.promptsOf(id)).slice(1).filter(({ text }) => saysNo(text)).length

/** What was rejected before the session began, and what it did resembles. What it only found out is no trying. */
const reproposalsIn = async (
  { brief }: Repositories,
  { id, began_at }: UncountedSession,
  graves: readonly BriefMemory[],
): Promise<number> => {
  const known = graves.filter(({ occurredAt }) => occurredAt !== null && occurredAt < began_at)
  if (known.length === 0) return 0
  const done = (await brief.ofSessions([id], FOUND)).flatMap((one) => {
    if (one.kind === 'summary') return [{ words: one.completed, paths: [] }]
    return one.type === 'discovery' ? [] : [{ words: one.title, paths: one.filesModified }]
  })
  const words = done.map((one) => one.words.replace(/\s+/g, ' ')).join('\n')
  const resembles = createResemblance({ words, paths: done.flatMap(({ paths }) => paths) })
  return known.filter((grave) => resembles(grave) !== undefined).length
}

/** Counts how a session went, the same way whether or not it was given anything. */
export const countSession = async (
  repos: Repositories,
  session: UncountedSession,
  graves: readonly BriefMemory[],
): Promise<void> => {
  const { prompts, tokens, asked } = session
  await repos.holdoutArms.count(session, {
    prompts,
    tokens,
    asked,
    corrections: await correctionsIn(repos, session),
    reproposals: await reproposalsIn(repos, session, graves),
  })
}
