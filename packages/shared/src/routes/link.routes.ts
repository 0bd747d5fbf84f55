import {
  createLinkRequestSchema,
  createLinkResponseSchema,
  linkListSchema,
  listLinksQuerySchema,
  removeLinkResponseSchema,
} from '../contracts/link.contract.ts'
import { route } from './route.ts'

export const linkRoutes = {
  list: route({
    method: 'GET',
    path: '/v1/links',
    id: 'listLinks',
    needs: 'viewer',
    tag: 'Commits',
    docs: 'links between sessions and commits, the surest first; of a `session`, `commit` or `branch`',
    summary: 'List links',
    description:
      'Links of a session, of one or several commits, or to a branch, each with its confidence and its reasons. At most 200, the surest first.',
    query: listLinksQuerySchema,
    answer: linkListSchema,
    failures: [404, 422],
  }),
  create: route({
    method: 'POST',
    path: '/v1/links',
    id: 'createLink',
    needs: 'member',
    tag: 'Commits',
    docs: 'says that a session and a commit, branch or pull request belong together',
    summary: 'Link a session',
    description:
      'A link that a person made is certain, and nothing that is inferred later changes it. With `dry_run` it only answers what would be linked.',
    body: createLinkRequestSchema,
    answer: createLinkResponseSchema,
    failures: [404, 422],
  }),
  remove: route({
    method: 'POST',
    path: '/v1/links/remove',
    id: 'removeLink',
    needs: 'member',
    tag: 'Commits',
    docs: 'removes a link permanently: it is not inferred again',
    summary: 'Take a link away',
    description:
      'Says that a session and a commit do not belong together. The pair stays apart, whatever is inferred later, until somebody links it.',
    body: createLinkRequestSchema,
    answer: removeLinkResponseSchema,
    failures: [404, 422],
  }),
} as const
