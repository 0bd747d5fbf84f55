import {
  makeGetProject,
  makeGrantProject,
  makeListProjects,
  makeRevokeProject,
  makeSetProject,
} from '@teamlore/core'
import type { Collaborators } from '../../platform/collaborators.ts'

export const projectUseCases = (deps: Collaborators) => ({
  listProjects: makeListProjects(deps),
  getProject: makeGetProject(deps),
  setProject: makeSetProject(deps),
  grantProject: makeGrantProject(deps),
  revokeProject: makeRevokeProject(deps),
})

export type ProjectUseCases = ReturnType<typeof projectUseCases>
