import type { HostFinding } from '@teamlore/shared/code-hosts'
import { plural } from '@teamlore/shared/plural'
import { isLocal } from '../is-local.ts'
import { listRepositories, readAccount, readToken } from './account.ts'
import type { Ask } from './gitlab-client.ts'
import { hooksOf, isRefusal } from './hooks.ts'
import { isBotName } from './is-bot.ts'

const good = (text: string): HostFinding => ({ ok: true, text })
const bad = (text: string): HostFinding => ({ ok: false, text })

const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'It could not be asked.'

const SOON_MS = 14 * 86_400_000

const endOf = (expires: string | null | undefined): HostFinding[] => {
  if (expires == null) return []
  const isSoon = Date.parse(expires) - Date.now() < SOON_MS
  const words = `The token ends on ${expires.slice(0, 10)}.`
  return [isSoon ? bad(`${words} Rotate it at GitLab, and give the new one here.`) : good(words)]
}

const tokenFindings = async (ask: Ask): Promise<HostFinding[]> => {
  const { name, slug } = await readAccount(ask)
  const { scopes, expires_at } = await readToken(ask)
  return [
    good(`GitLab knows the token. It is of ${name}.`),
    ...(isBotName(slug)
      ? []
      : [good(`It writes in the name of ${slug}, whose own commands get no answer.`)]),
    scopes.includes('api')
      ? good('The token has the scope api.')
      : bad('The token lacks the scope api. Make one that has it, and give it here.'),
    ...endOf(expires_at),
  ]
}

/** Of so many repositories it is asked whether their events arrive. */
const MAX_ASKED = 20

const hookOf = async (
  ask: Ask,
  { repositoryId, fullName }: { repositoryId: string; fullName: string },
  hookUrl: string,
): Promise<HostFinding | undefined> => {
  const hook = (await hooksOf(ask, repositoryId)).find(({ url }) => url === hookUrl)
  if (hook === undefined)
    return bad(`${fullName} has no webhook to ${hookUrl}, unless its group has one.`)
  return hook.alert_status === undefined || hook.alert_status === 'executable'
    ? undefined
    : bad(
        `GitLab has switched off the webhook of ${fullName}, as it could not deliver. Look whether ${hookUrl} is reached from outside.`,
      )
}

const hookFindings = async (ask: Ask, hookUrl: string): Promise<HostFinding[]> => {
  const { repositories } = await listRepositories(ask)
  if (repositories.length === 0)
    return [bad('Its account is a developer in no project. Make it a member of some.')]
  const findings = [good(`It reads ${plural(repositories.length, 'repository', 'repositories')}.`)]
  if (isLocal(hookUrl))
    findings.push(
      bad(
        `GitLab sends events to ${hookUrl}, which only this machine reaches. Set TEAMLORE_URL to an address that GitLab reaches, and connect again.`,
      ),
    )
  let unseen = 0
  for (const repository of repositories.slice(0, MAX_ASKED))
    try {
      const found = await hookOf(ask, repository, hookUrl)
      if (found !== undefined) findings.push(found)
    } catch (error) {
      if (!isRefusal(error)) throw error
      unseen += 1
    }
  if (unseen > 0)
    findings.push(
      good(
        `Webhooks of ${plural(unseen, 'repository', 'repositories')} are shown to maintainers alone; Details lists what came in.`,
      ),
    )
  return findings
}

/** Looks at the token from outside in, and says in words what is wrong; what cannot be asked ends it. */
export const testToken = async (
  ask: Ask,
  { hookUrl }: { hookUrl: string },
): Promise<HostFinding[]> => {
  const findings: HostFinding[] = []
  try {
    findings.push(...(await tokenFindings(ask)))
    findings.push(...(await hookFindings(ask, hookUrl)))
  } catch (error) {
    findings.push(bad(wordsOf(error)))
  }
  return findings
}
