import type { UnitOfWork } from '@teamlore/db'
import type { IngestResponse, TeamId } from '@teamlore/shared'
import { plural } from '@teamlore/shared/plural'
import { type Clock, systemClock } from '../platform/clock.ts'
import { quotaReached } from './ingest.errors.ts'
import type { Ingest } from './ingest.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'askAsSystem'>
  ingest: Ingest
  /** Messages that a team may send in a day. */
  perDay: number
  now?: Clock
}

type Known = { day: number; messages: number; countedAt: number }

const DAY_MS = 86_400_000
/** What other processes took in is seen so much later at most. */
const RECOUNT_MS = 60_000

/**
 * Lets a team send so many new messages a day (UTC), and then asks it to wait for the next. A request that has begun is taken whole, so
 * that a day may end somewhat above its quota. Nothing is lost: who is refused keeps what they have, and sends it again.
 */
export const makeIngestWithinQuota = ({
  unitOfWork,
  ingest,
  perDay,
  now = systemClock,
}: Deps): Ingest => {
  const known = new Map<TeamId, Known>()

  const takenToday = async (teamId: TeamId): Promise<Known> => {
    const at = now().getTime()
    const day = Math.floor(at / DAY_MS)
    const before = known.get(teamId)
    if (before?.day === day && at - before.countedAt < RECOUNT_MS) return before
    const messages = await unitOfWork.askAsSystem(({ arrivals }) =>
      arrivals.messagesSince(teamId, new Date(day * DAY_MS)),
    )
    const fresh = { day, messages, countedAt: at }
    known.set(teamId, fresh)
    return fresh
  }

  return async (scope, request, upload, known) => {
    const today = await takenToday(scope.teamId)
    if (today.messages >= perDay) {
      const seconds = Math.ceil(((today.day + 1) * DAY_MS - now().getTime()) / 1_000)
      throw quotaReached({
        message: `This team has sent its ${plural(perDay, 'message')} of today, as TEAM_MESSAGES_PER_DAY says. Nothing is lost: what waits is sent after midnight UTC.`,
        details: { retry_after_seconds: seconds },
      })
    }
    const answer = await ingest(scope, request, upload, known)
    today.messages += newOf(answer)
    return answer
  }
}

const newOf = ({ sessions }: IngestResponse): number =>
  sessions.reduce((sum, { inserted_messages }) => sum + inserted_messages, 0)
