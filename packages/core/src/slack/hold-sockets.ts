import { randomUUID } from 'node:crypto'
import type { StoredSlack, UnitOfWork } from '@teamlore/db'
import { HostError } from '@teamlore/shared/code-hosts'
import type { SlackId } from '@teamlore/shared/ids'
import type { SlackHost } from '@teamlore/shared/slack-host'
import { DomainError } from '../errors.ts'
import type { SecretBox } from '../identity/sign-in/secret-box.ts'
import { grantSystemScope } from '../identity/teams/team-scope.ts'
import { systemClock } from '../platform/clock.ts'
import { doorOf } from './keys.ts'
import { makeReceiveEnvelope } from './receive-envelope.ts'
import { createSocketLine, type SocketLine } from './socket-line.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'asSystem' | 'inTeam'>
  slack: Pick<SlackHost, 'openSocket'>
  secretBox: SecretBox | undefined
  /** For the log; admins read those that are for them on the page. */
  onError: (id: SlackId, error: unknown) => void
  now?: () => Date
  /** A worker that says nothing for so long is dead, and another takes its sockets. */
  leaseSeconds?: number
}

const LEASE_SECONDS = 30

const OTHER_APP = 'The app-level token is of another app than the bot token. Give both of one app.'

/** What is noted of a socket, for admins and for the log. */
const makeNotes = ({ unitOfWork, onError, now = systemClock }: Deps, holder: string) => ({
  async failed({ id, teamId }: StoredSlack, error: unknown): Promise<void> {
    onError(id, error)
    const isForAdmin =
      error instanceof DomainError ||
      (error instanceof HostError && !['limited', 'unavailable'].includes(error.failure))
    if (isForAdmin)
      await unitOfWork.inTeam(grantSystemScope(teamId), ({ slackApps }) =>
        slackApps.noteError(id, error.message, now()),
      )
  },

  async changed({ id, teamId }: StoredSlack, isOpen: boolean): Promise<void> {
    const since = isOpen ? now() : null
    await unitOfWork.asSystem(({ slackSockets }) => slackSockets.noteOpen(id, holder, since))
    if (isOpen)
      await unitOfWork.inTeam(grantSystemScope(teamId), ({ slackApps }) =>
        slackApps.noteAnswer(id, now()),
      )
  },
})

const lineMaker = (deps: Deps, holder: string) => {
  const { slack, secretBox, onError, now = systemClock } = deps
  const receive = makeReceiveEnvelope(deps)
  const notes = makeNotes(deps, holder)
  return (stored: StoredSlack): SocketLine => {
    const { id, appId } = stored
    const failed = (error: unknown) => onError(id, error)
    return createSocketLine({
      open: async (listener) => {
        const socket = await slack.openSocket(doorOf(secretBox, stored), listener)
        // Slack does not always name the app of a token that was given by hand.
        if (!socket.appId || !appId || socket.appId === appId) return socket
        socket.close()
        throw new HostError('refused', OTHER_APP)
      },
      hear: async (envelope) => {
        try {
          await receive(id, envelope)
        } catch (error) {
          failed(error)
          throw error
        }
      },
      onChange: (isOpen) => notes.changed(stored, isOpen).catch(failed),
      onError: (error) => notes.failed(stored, error).catch(failed),
      now: () => now().getTime(),
    })
  }
}

/**
 * Sockets to Slack, of which each has one holder among all workers: who has it says so again and again in the database. For a moment two
 * may have it, where one was thought dead. Slack sends each event to one socket of an app, and the same event twice is one, so that does no harm.
 */
export const makeHoldSockets = (deps: Deps) => {
  const { unitOfWork, secretBox, now = systemClock, leaseSeconds = LEASE_SECONDS } = deps
  const holder = randomUUID()
  const lines = new Map<SlackId, { line: SocketLine; sealed: string | null }>()
  let heldUntil = 0

  const lineOf = lineMaker(deps, holder)

  const drop = (isDropped: (id: SlackId) => boolean): void => {
    for (const [id, { line }] of lines)
      if (isDropped(id)) {
        line.close()
        lines.delete(id)
      }
  }

  const take = async (): Promise<void> => {
    const at = now().getTime()
    const held = await unitOfWork.asSystem(({ slackSockets }) =>
      slackSockets.hold(holder, leaseSeconds),
    )
    heldUntil = at + leaseSeconds * 1_000
    const sealedOf = new Map(held.map(({ id, sealed }) => [id, sealed]))
    // Other keys are of another app, or of the same app anew.
    drop((id) => sealedOf.get(id) !== lines.get(id)?.sealed)
    for (const stored of held) {
      const { id, sealed } = stored
      const known = lines.get(id) ?? { line: lineOf(stored), sealed }
      lines.set(id, known)
      known.line.keep()
    }
  }

  return {
    /** Called again and again, well within the lease. */
    async beat(): Promise<void> {
      if (secretBox === undefined) return
      try {
        await take()
      } catch (error) {
        // Another may have taken them by now.
        if (now().getTime() >= heldUntil) drop(() => true)
        throw error
      }
    },
    async close(): Promise<void> {
      drop(() => true)
      if (heldUntil > 0)
        await unitOfWork.asSystem(({ slackSockets }) => slackSockets.release(holder))
    },
  }
}

export type HoldSockets = ReturnType<typeof makeHoldSockets>
