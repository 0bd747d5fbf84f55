import type { Routes } from '@teamlore/shared'
import type { Handlers } from '../../routing/serve.ts'
import type { LinkUseCases } from './links.use-cases.ts'

/** Links between sessions and commits, and what became of pull requests. */
export const linkHandlers = (
  useCases: LinkUseCases,
): Handlers<Pick<Routes, 'links' | 'pullRequests'>> => ({
  links: {
    list: (scope, { query }) => useCases.listLinks(scope, query),
    create: (scope, { body }) => useCases.createLink(scope, body),
    remove: (scope, { body }) => useCases.removeLink(scope, body),
  },
  pullRequests: {
    report: (scope, { body }) => useCases.reportPullRequest(scope, body),
  },
})
