import type { HostApp, HostFinding } from '@teamlore/shared/code-hosts'
import { plural } from '@teamlore/shared/plural'
import { isLocal } from '../is-local.ts'
import { installationsOf, listRepositories, permissionsOf } from './app.ts'
import type { AppClients, Ask } from './app-client.ts'
import { hookConfigSchema, hookDeliveriesSchema } from './schemas.ts'

type Wanted = { hookUrl: string; permissions: Readonly<Record<string, string>> }

const good = (text: string): HostFinding => ({ ok: true, text })
const bad = (text: string): HostFinding => ({ ok: false, text })

const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'It could not be asked.'

/** What is asked for and was not given, as after a change that nobody has accepted yet. */
const permissionFindings = (
  given: Record<string, string>,
  { permissions }: Wanted,
): HostFinding[] => {
  const lacking = Object.entries(permissions).filter(
    ([name, access]) => given[name] !== access && given[name] !== 'write',
  )
  if (lacking.length === 0) return [good('The app has the permissions that it needs.')]
  return lacking.map(([name, access]) =>
    bad(
      `The app lacks the permission ${name}: ${access}. Set it in the settings of the app at GitHub.`,
    ),
  )
}

/** Whether GitHub sends its events here, and how the last ones fared. */
const hookFindings = async (ask: Ask, { hookUrl }: Wanted): Promise<HostFinding[]> => {
  const { url } = hookConfigSchema.parse((await ask('GET /app/hook/config')).data)
  if (url !== hookUrl)
    return [bad(`GitHub sends events elsewhere. Set the webhook address of the app to ${hookUrl}.`)]
  const here = isLocal(hookUrl)
    ? [
        bad(
          `GitHub sends events to ${hookUrl}, which only this machine reaches. Set TEAMLORE_URL to an address that GitHub reaches, and connect again.`,
        ),
      ]
    : [good('GitHub sends its events here.')]
  const { data } = await ask('GET /app/hook/deliveries', { per_page: 10 })
  const failed = hookDeliveriesSchema
    .parse(data)
    .filter(({ status_code }) => status_code >= 300 || status_code < 200)
  const [last] = failed
  if (last === undefined) return here
  return [
    ...here,
    bad(
      `Of its last 10 events GitHub could not deliver ${failed.length}: it got ${last.status_code === 0 ? 'no answer' : last.status_code}. Look whether ${hookUrl} is reached from outside.`,
    ),
  ]
}

const installFindings = async (clients: AppClients, app: HostApp): Promise<HostFinding[]> => {
  const installed = await installationsOf(clients.asApp(app))
  if (installed.length === 0) return [bad('The app is installed nowhere. Choose its repositories.')]
  const { repositories } = await listRepositories(clients, app)
  return repositories.length === 0
    ? [bad('The app is installed, and has no repository. Choose some.')]
    : [good(`It reads ${plural(repositories.length, 'repository', 'repositories')}.`)]
}

/** Looks at the app from outside in, and says in words what is wrong; what cannot be asked ends it. */
export const testApp = async (
  clients: AppClients,
  app: HostApp,
  wanted: Wanted,
): Promise<HostFinding[]> => {
  const ask = clients.asApp(app)
  const findings: HostFinding[] = []
  const steps = [
    async () => [
      good('GitHub knows the app and its key.'),
      ...permissionFindings(await permissionsOf(ask), wanted),
    ],
    () => hookFindings(ask, wanted),
    () => installFindings(clients, app),
  ]
  for (const step of steps)
    try {
      findings.push(...(await step()))
    } catch (error) {
      findings.push(bad(wordsOf(error)))
      if (findings.length === 1) break
    }
  return findings
}
