import type { UnitOfWork } from '@teamlore/db'
import { newId, type TeamRole } from '@teamlore/shared'
import type { ClientScope } from '@teamlore/shared/clients'
import type { GrantId } from '@teamlore/shared/ids'
import { roleCovers } from '@teamlore/shared/roles'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { cleanStrings } from '../../text/clean-strings.ts'
import { browserOnly } from '../sign-in/sign-in.errors.ts'
import { requirePerson } from '../teams/require-person.ts'
import { grantorOf, type TeamScope } from '../teams/team-scope.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; now?: Clock }

/** A client that asks to be let in. */
export type AskingClient = {
  clientId: string
  clientName: string
  redirectTo: string
  resource: string
  asked: ClientScope[]
}

/** Of what a client asks for, what the role covers. */
export const possibleScopes = (role: TeamRole, asked: readonly ClientScope[]): ClientScope[] =>
  asked.filter((scope) => scope !== 'write' || roleCovers(role, 'member'))

/**
 * Only a browser lets clients in: a key or a client that could would make a way in out of a narrower one.
 * @throws DomainError `sign_in.browser_only`
 */
export const requireBrowser = ({ actor }: Pick<TeamScope, 'actor'>): void => {
  if (actor.kind !== 'user' || actor.via !== 'browser') throw browserOnly()
}

/** Lets a client in as the caller, in this team, for what they chose of what it asked for. @throws DomainError `sign_in.browser_only` */
export const makeAllowClient =
  ({ unitOfWork, now = systemClock }: Deps) =>
  async (
    scope: TeamScope,
    { asked, ...client }: AskingClient,
    chosen: readonly ClientScope[],
  ): Promise<GrantId> => {
    const userId = requirePerson(scope)
    requireBrowser(scope)
    const id = newId.grant()
    const scopes = possibleScopes(scope.role, asked).filter(
      (one) => one === 'read' || chosen.includes(one),
    )
    const grant = cleanStrings({ ...client, scopes })
    await unitOfWork.inTeam(scope, async ({ grants, audit }) => {
      await grants.insert({
        ...grant,
        id,
        userId,
        refusedScopes: asked.filter((one) => !scopes.includes(one)),
        most: roleCovers(scope.role, 'member') ? 'member' : 'viewer',
        givenBy: grantorOf(scope),
        createdAt: now(),
      })
      await audit.add({
        id: newId.event(),
        action: 'client.connected',
        userId,
        subject: id,
        details: { name: grant.clientName, scopes: scopes.join(' ') },
      })
    })
    return id
  }

export type AllowClient = ReturnType<typeof makeAllowClient>

/** Turns a client away, which leaves a trace as letting it in does: many that one person denies are worth an admin's look. */
export const makeDenyClient =
  ({ unitOfWork }: Pick<Deps, 'unitOfWork'>) =>
  async (
    scope: TeamScope,
    { clientId, clientName }: Pick<AskingClient, 'clientId' | 'clientName'>,
  ): Promise<void> => {
    const userId = requirePerson(scope)
    requireBrowser(scope)
    const { subject, name } = cleanStrings({ subject: clientId, name: clientName })
    await unitOfWork.inTeam(scope, ({ audit }) =>
      audit.add({
        id: newId.event(),
        action: 'client.denied',
        userId,
        subject,
        details: { name },
      }),
    )
  }
