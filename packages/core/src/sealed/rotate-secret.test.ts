import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createUnitOfWork } from '@teamlore/db'
import { createOwnTestDatabase, createTestTeam, type TestDatabase } from '@teamlore/db/testing'
import { newId } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contextOf } from '../identity/sign-in/list-providers.ts'
import { createSecretBox } from '../identity/sign-in/secret-box.ts'
import { grantSystemScope } from '../identity/teams/team-scope.ts'
import { openKeys, sealKeys } from '../integrations/keys.ts'
import { contextOf as contextOfSlack } from '../slack/keys.ts'
import { contextOf as contextOfWebhook, sealWebhookSecret } from '../webhooks/signing/signature.ts'
import { makeRotateSecret } from './rotate-secret.ts'

const FROM = 'the former secret of a server, long enough'
const TO = 'the secret that takes its place, as long'
const NOW = new Date('2026-01-01T00:00:00Z')
const KEYS = { privateKey: 'a private key', hookSecret: 'a hook secret' }

let database: TestDatabase
beforeAll(async () => {
  database = await createOwnTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

/** A team with a provider and a connected host, both sealed with `secret`. */
const addTeam = async (secret = FROM) => {
  const box = createSecretBox(secret)
  const team = await createTestTeam(database.engine)
  const owner = await team.addMember('owner')
  const providerId = newId.provider()
  const integrationId = newId.integration()
  await team.unitOfWork.inTeam(grantSystemScope(team.teamId), async (repositories) => {
    await repositories.ownSignInProviders.add(
      {
        id: providerId,
        kind: 'oidc',
        name: 'Acme',
        issuer: 'https://login.example.com',
        clientId: 'teamlore',
        sealedSecret: box.seal('a client secret', contextOf(providerId)),
        allowedDomains: [],
        newRole: null,
        emailTrust: 'verified',
        groupsClaim: 'groups',
        groupRoles: [],
      },
      NOW,
    )
    await repositories.integrations.add({
      id: integrationId,
      kind: 'github',
      webUrl: 'https://github.com',
      apiUrl: 'https://api.github.com',
      pagesUrl: 'https://lore.example.com',
      answerHash: 'x',
      createdBy: owner.userId,
      createdAt: NOW,
    })
    await repositories.integrations.connect(
      integrationId,
      'x',
      { appId: '1', appSlug: 'lore', account: 'acme', sealed: sealKeys(box, integrationId, KEYS) },
      NOW,
    )
    const [hookId, incomingId] = [newId.webhook(), newId.incomingHook()]
    const made = { createdBy: owner.userId, createdAt: NOW }
    const sealed = (id: string, text: string) => sealWebhookSecret(box, id, text)
    const url = 'https://hooks.example.com/lore'
    const { webhooks, incomingHooks } = repositories
    const hook = { id: hookId, url, events: ['memory.stale' as const], ...made }
    await webhooks.add({ ...hook, sealed: sealed(hookId, 'a') })
    await webhooks.rotate(hookId, sealed(hookId, 'b'), NOW)
    const incoming = { id: incomingId, name: 'in', ...made }
    await incomingHooks.add({ ...incoming, sealed: sealed(incomingId, 'c') })
    await incomingHooks.rotate(incomingId, {
      sealed: sealed(incomingId, 'd'),
      until: NOW,
      by: made.createdBy,
    })
    const slackId = newId.slack()
    const addresses = {
      webUrl: 'https://slack.com',
      apiUrl: 'https://slack.com/api',
      pagesUrl: url,
      bySocket: false,
    }
    await repositories.slackApps.add({ id: slackId, ...addresses, ...made })
    await repositories.slackApps.keep(slackId, box.seal('e', contextOfSlack(slackId)), null)
  })
  const readBy = (by: string) =>
    createUnitOfWork(database.engine).asSystem(async (repositories) => {
      const { signInProviders, allIntegrations, sealedColumns } = repositories
      const opener = createSecretBox(by)
      const provider = await signInProviders.find(providerId)
      const integration = await allIntegrations.find(integrationId)
      if (!provider || !integration) throw new Error('It is not there.')
      return [
        opener.open(provider.sealedSecret, contextOf(providerId)),
        openKeys(opener, integration),
        ...(await Promise.all(HOOKS.map((place) => sealedColumns.lock(place, team.teamId))))
          .flat()
          .map(({ id, sealed }) => opener.open(sealed, contextOfWebhook(id))),
        ...(await sealedColumns.lock('slackApp', team.teamId)).map(({ id, sealed }) =>
          opener.open(sealed, contextOfSlack(id)),
        ),
      ]
    })
  return { providerId, readBy }
}

const HOOKS = ['webhook', 'formerOfWebhook', 'incomingHook', 'formerOfIncomingHook'] as const
const READ = ['a client secret', KEYS, 'b', 'a', 'd', 'c', 'e']

describe('another secret of the server', () => {
  test('opens everything that the former one sealed, in all teams, and the former one nothing more', async () => {
    const teams = [await addTeam(), await addTeam()]
    const rotate = makeRotateSecret({ unitOfWork: createUnitOfWork(database.engine) })
    expect(await rotate({ from: FROM, to: TO })).toEqual({ rotated: 14, done: 0, unreadable: [] })
    for (const { readBy } of teams) {
      expect(await readBy(TO)).toEqual(READ)
      await expect(readBy(FROM)).rejects.toMatchObject({
        code: 'sign_in_provider.secret_unreadable',
      })
    }
    expect(await rotate({ from: FROM, to: TO })).toEqual({ rotated: 0, done: 14, unreadable: [] })
  })

  test('is taken up where a process was killed: teams whole or not at all, and the rest by the next run', async () => {
    const teams = [await addTeam(), await addTeam(), await addTeam()]
    const unitOfWork = createUnitOfWork(database.engine)
    let transactions = 0
    const dying = {
      askAsSystem: unitOfWork.askAsSystem,
      asSystem: ((work) =>
        unitOfWork.asSystem(async (repositories) => {
          const answer = await work(repositories)
          // Before it is committed, of the second that has something to do.
          const { rotated } = answer as { rotated: number }
          if (rotated > 0 && ++transactions === 2) throw new Error('killed')
          return answer
        })) as typeof unitOfWork.asSystem,
    }
    await expect(makeRotateSecret({ unitOfWork: dying })({ from: FROM, to: TO })).rejects.toThrow(
      'killed',
    )
    const states = await Promise.all(
      teams.map(({ readBy }) => Promise.all([TO, FROM].map((by) => readBy(by).catch(() => null)))),
    )
    for (const [byNew, byOld] of states) expect([byNew, byOld].filter(Boolean)).toEqual([READ])
    expect(states.filter(([byNew]) => byNew === null)).toHaveLength(2)
    const after = await makeRotateSecret({ unitOfWork })({ from: FROM, to: TO })
    expect(after).toMatchObject({ unreadable: [] })
    for (const { readBy } of teams) expect(await readBy(TO)).toEqual(READ)
  })

  test('names what opens with neither, and leaves it as it is', async () => {
    const { providerId, readBy } = await addTeam('a secret that nobody has any more')
    const rotate = makeRotateSecret({ unitOfWork: createUnitOfWork(database.engine) })
    const { unreadable } = await rotate({ from: FROM, to: TO })
    expect(unreadable).toHaveLength(7)
    expect(unreadable).toContainEqual({ name: 'sign-in provider', id: providerId })
    expect(await readBy('a secret that nobody has any more')).toEqual(READ)
  })

  test('misses nothing: whatever is sealed anywhere is in the list', () => {
    const root = join(import.meta.dirname, '..')
    const sealing = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        file.endsWith('.ts') &&
        !/test|testing|secret-box|rotate-secret/.test(file) &&
        /\.seal\(/.test(readFileSync(join(root, file), 'utf8')),
    )
    // Another file here seals another column: add it to the places of db and of this folder, and then here.
    expect(sealing.sort()).toEqual([
      join('identity', 'sign-in', 'manage-providers.ts'),
      join('integrations', 'keys.ts'),
      join('slack', 'keys.ts'),
      join('slack', 'note-sent.ts'),
      join('webhooks', 'signing', 'signature.ts'),
    ])
  })
})
