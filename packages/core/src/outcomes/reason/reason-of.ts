import type { OpenOutcome, TeamRepositories } from '@teamlore/db'
import { type FoundReason, findReason } from './find-reason.ts'
import { createTopic } from './topic.ts'

/** Why a commit was taken back, as far as a session says. */
export const reasonOf = async (
  { outcomes }: Pick<TeamRepositories, 'outcomes'>,
  { commit_id, other_id, tried_at, committed_at, other_subject, paths }: OpenOutcome,
): Promise<FoundReason | undefined> => {
  const takenBack = {
    triedAt: tried_at,
    takenBackAt: committed_at,
    about: [other_subject, ...paths],
  }
  return (
    findReason(await outcomes.saidAround(other_id, commit_id), takenBack) ??
    findReason(
      await outcomes.saidBetween(other_id, commit_id, createTopic(takenBack.about).stems),
      takenBack,
    )
  )
}
