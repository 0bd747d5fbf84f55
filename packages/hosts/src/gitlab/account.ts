import type { HostRepositories, HostRepository, TokenAccount } from '@teamlore/shared/code-hosts'
import { type Ask, allPages } from './gitlab-client.ts'
import { accountSchema, type GitLabProject, projectsSchema, tokenSchema } from './schemas.ts'

const MAX_PROJECTS = 5_000
/** As GitLab counts roles. */
export const DEVELOPER = 30
const MAINTAINER = 40

/** What the token needs, and what for: no more than that. */
export const GITLAB_PERMISSIONS: Readonly<Record<string, { access: string; why: string }>> = {
  scope: {
    access: 'api',
    why: 'Its notes and statuses; GitLab has no smaller one that may write them',
  },
  role: {
    access: 'Developer',
    why: 'Merge requests, their lines, the status of a commit, and the branch for AGENTS.md',
  },
}

export const readAccount = async (ask: Ask): Promise<TokenAccount> => {
  const { id, username, name } = accountSchema.parse(await ask('GET /user'))
  return { id: String(id), slug: username, name }
}

export const readToken = async (ask: Ask) =>
  tokenSchema.parse(await ask('GET /personal_access_tokens/self'))

const projectsAs = (ask: Ask, role: number, most: number): Promise<GitLabProject[]> =>
  allPages(ask, 'GET /projects', {
    schema: projectsSchema,
    most,
    query: {
      membership: true,
      archived: false,
      min_access_level: role,
      order_by: 'id',
      sort: 'asc',
    },
  })

/** GitLab lets maintainers of a project make its webhooks. */
export const isMaintainer = async (ask: Ask): Promise<boolean> =>
  (await projectsAs(ask, MAINTAINER, 1)).length > 0

export const repositoryOf = ({
  id,
  path_with_namespace,
  web_url,
  visibility,
}: GitLabProject): HostRepository => ({
  repositoryId: String(id),
  installationId: String(id),
  fullName: path_with_namespace,
  url: web_url,
  visibility,
})

/** Where the account of the token is a developer, or more. */
export const listRepositories = async (ask: Ask): Promise<HostRepositories> => {
  const { scopes } = await readToken(ask)
  const projects = await projectsAs(ask, DEVELOPER, MAX_PROJECTS)
  return {
    permissions: {
      scope: scopes.includes('api') ? 'api' : (scopes[0] ?? 'none'),
      ...(projects.length > 0 && { role: 'Developer' }),
    },
    repositories: projects.map(repositoryOf),
    suspended: [],
  }
}
