import { type Routes, SESSION_COOKIE } from '@teamlore/shared'
import type { FastifyRequest } from 'fastify'
import { withFailureLimit } from '../../plugins/auth.plugin.ts'
import { createCookies } from '../../plugins/cookies.ts'
import { agentOf, fingerprintOf } from '../../plugins/credentials.ts'
import type { FailureLimiter } from '../../plugins/failure-limiter.ts'
import { ensureSameOrigin } from '../../plugins/same-origin.ts'
import type { Handlers } from '../../routing/serve.ts'
import type { TeamUseCases } from './team.use-cases.ts'

type Deps = {
  useCases: TeamUseCases
  failures: FailureLimiter
  publicUrl: string
}

type Table = Pick<Routes, 'members' | 'audit' | 'invitations' | 'nameTeam' | 'foundTeam'>

export const teamHandlers = ({ useCases, failures, publicUrl }: Deps): Handlers<Table> => {
  const tryToken = <T>(request: FastifyRequest, token: string, attempt: () => Promise<T>) =>
    withFailureLimit(failures, request.ip, fingerprintOf({ browserToken: token }), attempt)
  return {
    nameTeam: (scope, { body }) => useCases.nameTeam(scope, body),
    foundTeam: (scope, { body }) => useCases.foundTeam(scope, body),
    audit: {
      list: (scope, { query }) => useCases.listAudit(scope, query),
      verify: (scope, { query }) => useCases.verifyAudit(scope, query),
    },
    members: {
      list: (scope, { query }) => useCases.listMembers(scope, query),
      setRole: (scope, { params, body }) => useCases.setMemberRole(scope, { ...params, ...body }),
      remove: (scope, { params }) => useCases.removeMember(scope, params),
      leave: (scope) => useCases.leaveTeam(scope),
      transferOwnership: (scope, { body }) => useCases.transferOwnership(scope, body),
      createService: (scope, { body }) => useCases.createService(scope, body),
    },
    invitations: {
      list: (scope, { query }) => useCases.listInvitations(scope, query),
      create: (scope, { body }) => useCases.invite(scope, body),
      resend: (scope, { params }) => useCases.resendInvitation(scope, params),
      revoke: (scope, { params }) => useCases.revokeInvitation(scope, params),
      show: (_scope, { body }, { request }) =>
        tryToken(request, body.token, () => useCases.showInvitation(body)),
      accept: async (_scope, { body }, { request, reply }) => {
        // Scripts send no Origin; a browser does, and must not be signed in by somebody else's page.
        if (request.headers.origin !== undefined) ensureSameOrigin(request, publicUrl)
        const session = await tryToken(request, body.token, () =>
          useCases.acceptInvitation(body, { agent: agentOf(request) }),
        )
        createCookies(publicUrl).signIn(reply, session)
      },
      join: (scope, { body }, { request }) =>
        tryToken(request, body.token, () =>
          useCases.joinByInvitation(scope, body, {
            browserToken: request.cookies[SESSION_COOKIE],
          }),
        ),
      decline: (_scope, { body }, { request }) =>
        tryToken(request, body.token, () => useCases.declineInvitation(body)),
    },
  }
}
