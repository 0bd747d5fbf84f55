import type { UnitOfWork } from '@teamlore/db'
import { newId, type TeamId, type UserId } from '@teamlore/shared'
import { DomainError } from '../../errors.ts'

/** Who could have come in; `teamId` is undefined where it is the team of the person. */
type Known = { userId: UserId; teamId?: TeamId | undefined }
type System = Parameters<Parameters<UnitOfWork['asSystem']>[0]>[0]

/**
 * Runs an attempt to sign in. One that is refused is noted in a transaction of its own, where it is known whose it would have been. Who
 * tried it is not known, so it is an act of the server's.
 */
export const notingFailure = async <T>(
  { unitOfWork }: { unitOfWork: Pick<UnitOfWork, 'asSystem'> },
  by: string,
  whose: (repos: System) => Promise<Known | undefined>,
  attempt: () => Promise<T>,
): Promise<T> => {
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    await unitOfWork.asSystem(async (repos) => {
      const known = await whose(repos)
      if (known === undefined) return
      const { userId } = known
      const teamId = known.teamId ?? (await repos.browserSessions.homeTeamOf(userId))?.teamId
      if (teamId === undefined) return
      await repos.auditOf(teamId).add({
        id: newId.event(),
        action: 'sign_in.failed',
        userId: null,
        subject: userId,
        details: { by, because: error.code },
      })
    })
    throw error
  }
}
