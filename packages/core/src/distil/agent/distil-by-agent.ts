import type { UnitOfWork } from '@teamlore/db'
import { newId, type SessionId } from '@teamlore/shared'
import type { SystemScope } from '../../identity/teams/team-scope.ts'
import { isReadInTime, type ReadSession, readAndDistil } from '../transcript/read-session.ts'
import { type ClaimIds, writeClaims } from '../write-claims.ts'
import { createAgentDistiller, type Matched } from './create-agent-distiller.ts'
import { notSaidIn } from './not-said.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; ids?: ClaimIds }

/** `nothing`: no agent handed anything over that may be of this session. */
export type AgentOutcome =
  | { state: 'gone' | 'nothing' }
  | { state: 'done'; observations: number; changed: number }

/**
 * Checks what the coding agent handed over of a session against its transcript, and writes what is borne out, in the place of what
 * others made of that stretch. What is not borne out yet waits for more of the session. Twice is once.
 */
export const makeDistilByAgent =
  ({ unitOfWork, ids = newId }: Deps) =>
  async (
    scope: SystemScope,
    { sessionId }: { sessionId: SessionId },
    signal?: AbortSignal,
  ): Promise<AgentOutcome> => {
    const known = await unitOfWork.inTeam(scope, async (repos) => {
      const { sessions, handovers, handedReadings } = repos
      const session = await sessions.findById(sessionId)
      if (session === undefined) return undefined
      await handovers.claim(session)
      const readings = (await handedReadings.of(sessionId)).map((one) => [one.key, one] as const)
      return { handedOver: await handovers.of(session), readings: new Map(readings) }
    })
    if (known === undefined) return { state: 'gone' }
    const { handedOver, readings } = known
    if (handedOver.length === 0) return { state: 'nothing' }
    let matched: Matched = { ofThis: [], until: undefined, isRefused: false, readings: [] }
    const notSaid = notSaidIn({ unitOfWork, scope, sessionId, signal })
    const distiller = createAgentDistiller(handedOver, { notSaid, readings }, (found) => {
      matched = found
    })
    const read = await readAndDistil({ unitOfWork, scope, sessionId, signal }, distiller)
    return read === undefined
      ? { state: 'gone' }
      : write({ unitOfWork, ids }, scope, { ...read, matched })
  }

export type DistilByAgent = ReturnType<typeof makeDistilByAgent>

type Read = ReadSession & { matched: Matched }

const write = (
  { unitOfWork, ids }: { unitOfWork: Deps['unitOfWork']; ids: ClaimIds },
  scope: SystemScope,
  read: Read,
): Promise<AgentOutcome> =>
  unitOfWork.inTeam(scope, async (repos) => {
    const { sessions, handovers, handedReadings, distillation } = repos
    const { until, ofThis, isRefused } = read.matched
    // Nothing of it stands in the session. What was found before was borne out then, and is left.
    if (until === undefined && !isRefused) return { state: 'nothing' }
    const session = await sessions.lock(read.session.id)
    if (session === undefined) return { state: 'gone' }
    if (!(await isReadInTime(repos, read))) return { state: 'nothing' }
    await handovers.assign(ofThis, session.id)
    const found = read.distillate.observations
    const givesWay =
      until === undefined
        ? []
        : await distillation.findingsUntil(
            session.id,
            await distillation.coverUntil(session.id, until),
            ['extractive', 'model'],
          )
    await handedReadings.expect(session.id, read.matched.readings)
    const changed = await writeClaims(repos, ids, { session, distiller: 'agent', found, givesWay })
    return { state: 'done', observations: found.length, changed }
  })
