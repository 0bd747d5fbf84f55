import { pageQuerySchema } from '../contracts/common.contract.ts'
import {
  projectMemberSchema,
  projectPageSchema,
  projectSchema,
  projectSettingsSchema,
  setProjectSchema,
} from '../contracts/project.contract.ts'
import { needed } from '../roles/roles.ts'
import { idParams, route } from './route.ts'

export const projectRoutes = {
  list: route({
    method: 'GET',
    path: '/v1/projects',
    id: 'listProjects',
    needs: 'viewer',
    tag: 'Team',
    docs: 'repositories; a restricted one is listed for its members, and for admins by name alone',
    summary: 'List projects',
    description:
      'Repositories the team works in. Clones and worktrees of one are one project, unless it keeps them apart.',
    query: pageQuerySchema,
    answer: projectPageSchema,
    failures: [422],
  }),
  get: route({
    method: 'GET',
    path: '/v1/projects/:id',
    id: 'getProject',
    needs: 'viewer',
    tag: 'Team',
    about: 'project',
    docs: 'one, with its settings and `access`, the list of who may read it while it is restricted',
    summary: 'Get a project',
    description:
      'A project with its settings and its list. Admins get those of a project closed to them too, and nothing that stands in it.',
    params: idParams('project'),
    answer: projectSettingsSchema,
    failures: [422],
  }),
  set: route({
    method: 'PUT',
    path: '/v1/projects/:id',
    id: 'setProject',
    needs: needed('projects.manage'),
    tag: 'Team',
    docs: 'set `default_visibility`, `is_restricted` (for the members on its list alone), `keeps_worktrees_apart`, `links_from` (confidence from which inferred links are shown, 0.5 to 1), `shares_code` (the text of added lines is sent, and shown to who reads it; false deletes it); what is not named stays',
    summary: 'Set who sees a project',
    description:
      'What is not named stays as it is. Restricting counts at once and for all that is there; with an empty list you are put on it. The default counts for new sessions. Ending shares_code deletes the code that was shared.',
    params: idParams('project'),
    body: setProjectSchema,
    answer: projectSettingsSchema,
    failures: [409, 422],
  }),
  grant: route({
    method: 'POST',
    path: '/v1/projects/:id/access',
    id: 'grantProject',
    needs: needed('projects.manage'),
    tag: 'Team',
    docs: "put `user` on a project's list; yourself too, which stands in the audit events",
    summary: 'Let a member into a project',
    description:
      'Puts a member on the list, by id or email address. Admins may put themselves there; it is noted.',
    params: idParams('project'),
    body: projectMemberSchema,
    answer: projectSettingsSchema,
    failures: [409, 422],
  }),
  revoke: route({
    method: 'DELETE',
    path: '/v1/projects/:id/access',
    id: 'revokeProject',
    needs: needed('projects.manage'),
    tag: 'Team',
    docs: "take `user` off a project's list; counts at once. They keep what they wrote themselves",
    summary: 'Take a member out of a project',
    description:
      'Counts at once. What they wrote themselves they still read. Doing it again changes nothing.',
    params: idParams('project'),
    query: projectMemberSchema,
    answer: projectSettingsSchema,
    failures: [409, 422],
  }),
} as const

/** Names of these schemas in the OpenAPI document. */
export const projectComponents = {
  Project: projectSchema,
  ProjectPage: projectPageSchema,
  ProjectSettings: projectSettingsSchema,
} as const
