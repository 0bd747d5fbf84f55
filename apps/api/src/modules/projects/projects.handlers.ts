import type { Routes } from '@teamlore/shared'
import type { Handlers } from '../../routing/serve.ts'
import type { ProjectUseCases } from './projects.use-cases.ts'

/** Projects, and who may see the restricted ones. */
export const projectHandlers = (useCases: ProjectUseCases): Handlers<Pick<Routes, 'projects'>> => ({
  projects: {
    list: (scope, { query }) => useCases.listProjects(scope, query),
    get: (scope, { params }) => useCases.getProject(scope, params),
    set: (scope, { params, body }) => useCases.setProject(scope, { ...params, ...body }),
    grant: (scope, { params, body }) => useCases.grantProject(scope, { ...params, ...body }),
    revoke: (scope, { params, query }) => useCases.revokeProject(scope, { ...params, ...query }),
  },
})
