import type {
  HostApp,
  HostRepositories,
  HostRepository,
  MadeHostApp,
} from '@teamlore/shared/code-hosts'
import { HostError } from '@teamlore/shared/code-hosts'
import type { AppClients, Ask } from './app-client.ts'
import { allPages } from './pages.ts'
import {
  appSchema,
  installationsSchema,
  madeAppSchema,
  repositoryPageSchema,
  visibilityOf,
} from './schemas.ts'

const MAX_INSTALLATIONS = 200
const PER_PAGE = 100
const MAX_PAGES = 50

export const takeApp = async (ask: Ask, code: string): Promise<MadeHostApp> => {
  const { data } = await ask('POST /app-manifests/{code}/conversions', { code })
  const { id, slug, owner, pem, webhook_secret } = madeAppSchema.parse(data)
  return {
    appId: String(id),
    slug,
    account: owner.login,
    privateKey: pem,
    hookSecret: webhook_secret,
  }
}

export const installationsOf = (ask: Ask) =>
  allPages(ask, 'GET /app/installations', { schema: installationsSchema, most: MAX_INSTALLATIONS })

export const permissionsOf = async (ask: Ask): Promise<Record<string, string>> =>
  appSchema.parse((await ask('GET /app')).data).permissions

const repositoriesOf = async (ask: Ask, installationId: string): Promise<HostRepository[]> => {
  const found: HostRepository[] = []
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { data } = await ask('GET /installation/repositories', { per_page: PER_PAGE, page })
    const { repositories } = repositoryPageSchema.parse(data)
    found.push(
      ...repositories.map((one) => ({
        repositoryId: String(one.id),
        installationId,
        fullName: one.full_name,
        url: one.html_url,
        visibility: visibilityOf(one),
      })),
    )
    if (repositories.length < PER_PAGE) break
  }
  return found
}

/** Of an installation that is suspended nothing can be read, and nothing is said there. */
export const listRepositories = async (
  { asApp, asInstallation }: AppClients,
  app: HostApp,
): Promise<HostRepositories> => {
  const permissions = await permissionsOf(asApp(app))
  const installations = await installationsOf(asApp(app))
  const repositories: HostRepository[] = []
  for (const { id, suspended_at } of installations) {
    if (suspended_at != null) continue
    repositories.push(...(await repositoriesOf(asInstallation(app, String(id)), String(id))))
  }
  const suspended = installations.flatMap(({ id, suspended_at }) =>
    suspended_at == null ? [] : [String(id)],
  )
  return { permissions, repositories, suspended }
}

/** The app is gone from all repositories then; the app itself only a person deletes, at GitHub. */
export const leaveInstallations = async ({ asApp }: AppClients, app: HostApp): Promise<void> => {
  for (const { id } of await installationsOf(asApp(app)))
    try {
      await asApp(app)('DELETE /app/installations/{installation_id}', { installation_id: id })
    } catch (error) {
      if (!(error instanceof HostError) || error.failure !== 'gone') throw error
    }
}
