import { ownDigestSchema, setOwnDigestSchema } from '../digest/digest.contract.ts'
import { needed } from '../roles/roles.ts'
import { route } from './route.ts'

export const digestComponents = { OwnDigest: ownDigestSchema }

export const digestRoutes = {
  get: route({
    method: 'GET',
    path: '/v1/me/digest',
    id: 'getOwnDigest',
    needs: needed('self.manage'),
    tag: 'Team',
    docs: 'the last week of the team as everybody in it may read it, and whether it goes to you by mail',
    summary: 'Get the digest of the week',
    description:
      'New decisions, how many drafts wait, contradictions and stale memories of the seven days before the last Monday, 8:00 UTC. Nothing private and nothing of a restricted project is named or counted.',
    answer: ownDigestSchema,
  }),
  set: route({
    method: 'PUT',
    path: '/v1/me/digest',
    id: 'setOwnDigest',
    needs: needed('self.manage'),
    tag: 'Team',
    docs: 'have it by mail each week (`weekly`), or no longer',
    summary: 'Have the digest by mail',
    description:
      'On Mondays from 8:00 UTC, to the address of your account; weeks in which nothing happened send nothing.',
    body: setOwnDigestSchema,
    answer: ownDigestSchema,
    failures: [409, 422],
  }),
} as const
