import type { FirstTeam, SystemRepositories, UnitOfWork } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { hashSecret, hintOf, newKeyText } from '../../platform/secret.ts'
import type { Principal } from './team-scope.ts'
import { adminKeyWeak } from './teams.errors.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'asSystem'>
  now?: Clock
  newKey?: () => string
  ids?: Pick<typeof newId, 'team' | 'user' | 'apiKey' | 'event'>
}

export type EnsuredTeam = {
  /** The first team's owner, for what the launcher does in their name. */
  principal: Principal
  /** True when this call made the team. */
  isNew: boolean
  /** Text of a key this call stored; undefined when every key was there before. */
  adminKey: string | undefined
}

const MIN_KEY_CHARS = 8

const ensureStrong = (key: string | undefined): void => {
  if (key !== undefined && (key.length < MIN_KEY_CHARS || /\s/.test(key))) throw adminKeyWeak()
}

/**
 * Sees to it that there is a team with an owner and a valid admin key; any number of processes may
 * do so at once. A key fixed by `adminKey` (TEAMLORE_ADMIN_KEY) is valid afterwards, and the one
 * fixed before it is not.
 *
 * @throws DomainError `admin_key.too_short`
 */
export const makeEnsureFirstTeam = ({
  unitOfWork,
  now = systemClock,
  newKey = newKeyText,
  ids = newId,
}: Deps) => {
  const addKey = async (
    { boot, auditOf }: SystemRepositories,
    first: FirstTeam,
    key: string,
    fromEnvironment: boolean,
  ): Promise<string> => {
    const id = ids.apiKey()
    const name = fromEnvironment ? 'TEAMLORE_ADMIN_KEY' : 'First admin key'
    const createdAt = now()
    const keyHash = hashSecret(key)
    await boot.addKey(first, { id, name, keyHash, hint: hintOf(key), fromEnvironment, createdAt })
    await auditOf(first.teamId).add({
      id: ids.event(),
      action: 'api_key.created',
      userId: first.userId,
      subject: id,
      details: { name, role: 'owner' },
    })
    return key
  }

  const create = async ({ boot, auditOf }: SystemRepositories): Promise<FirstTeam> => {
    const first = { teamId: ids.team(), userId: ids.user() }
    await boot.createFirst({ ...first, teamName: 'Team', userName: 'Admin' })
    await auditOf(first.teamId).add({
      id: ids.event(),
      action: 'team.created',
      userId: first.userId,
    })
    return first
  }

  const fixKey = async (repos: SystemRepositories, first: FirstTeam, key: string) => {
    const { boot } = repos
    const keyHash = hashSecret(key)
    await boot.revokeFormerEnvironmentKeys(first.teamId, keyHash, now())
    if (await boot.reviveKey(first.teamId, keyHash)) return undefined
    return addKey(repos, first, key, true)
  }

  return ({ adminKey }: { adminKey?: string | undefined } = {}): Promise<EnsuredTeam> =>
    unitOfWork.asSystem(async (repos) => {
      ensureStrong(adminKey)
      await repos.boot.lock()
      const found = await repos.boot.findFirst()
      const first = found ?? (await create(repos))
      const isNew = found === undefined
      let stored: string | undefined
      if (adminKey !== undefined) stored = await fixKey(repos, first, adminKey)
      else if (isNew) stored = await addKey(repos, first, newKey(), false)
      // Who starts the server acts for its owner as a whole, not by one key.
      const actor = { kind: 'user', via: 'browser' } as const
      return { principal: { ...first, role: 'owner', actor }, isNew, adminKey: stored }
    })
}

export type EnsureFirstTeam = ReturnType<typeof makeEnsureFirstTeam>
