import { HostError } from '@teamlore/shared/code-hosts'
import { type Ask, allPages } from './gitlab-client.ts'
import { type GitLabHook, hooksSchema, madeHookSchema } from './schemas.ts'

const MAX_HOOKS = 300

const EVENTS = {
  merge_requests_events: true,
  note_events: true,
  push_events: false,
  enable_ssl_verification: true,
}

export const hooksOf = (ask: Ask, project: string): Promise<GitLabHook[]> =>
  allPages(ask, `GET /projects/${project}/hooks`, { schema: hooksSchema, most: MAX_HOOKS })

/** A GitLab that signs gets the secret to sign with and never sends it; one that does not know how sends it along. */
const write = async (
  ask: Ask,
  route: string,
  { hookUrl, secret }: { hookUrl: string; secret: string },
): Promise<void> => {
  const made = madeHookSchema.parse(
    await ask(route, { body: { ...EVENTS, url: hookUrl, signing_token: secret } }),
  )
  if (made.signing_token_present === true) return
  const [, path = ''] = route.split(' ')
  const place = route.startsWith('POST') ? `${path}/${made.id}` : path
  await ask(`PUT ${place}`, { body: { ...EVENTS, url: hookUrl, token: secret } })
}

const isGood = ({ merge_requests_events, note_events, alert_status }: GitLabHook): boolean =>
  merge_requests_events === true && note_events === true && alert_status !== 'disabled'

/** The one webhook of a project that leads here. @returns false where the token may not. */
export const putHook = async (
  ask: Ask,
  project: string,
  hook: { hookUrl: string; secret: string },
): Promise<boolean> => {
  try {
    const found = (await hooksOf(ask, project)).find(({ url }) => url === hook.hookUrl)
    if (found === undefined) await write(ask, `POST /projects/${project}/hooks`, hook)
    else if (!isGood(found)) await write(ask, `PUT /projects/${project}/hooks/${found.id}`, hook)
    return true
  } catch (error) {
    // It takes so many of a project, and none that lead to an address of its own network.
    if (isRefusal(error) || (error instanceof HostError && error.failure === 'refused'))
      return false
    throw error
  }
}

/** To who may not see webhooks GitLab says that it is not allowed, or that there are none. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof HostError && (error.failure === 'forbidden' || error.failure === 'gone')

export const removeHooks = async (ask: Ask, project: string, hookUrl: string): Promise<void> => {
  for (const { id, url } of await hooksOf(ask, project))
    if (url === hookUrl) await ask(`DELETE /projects/${project}/hooks/${id}`)
}
