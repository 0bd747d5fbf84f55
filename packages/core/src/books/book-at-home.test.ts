import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import { newId } from '@teamlore/shared'
import type { IngestBookRequest } from '@teamlore/shared/books'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantTeamScope } from '../identity/teams/team-scope.ts'
import { createIngestWorld } from '../testing/ingest-world.ts'
import { makeGetBookEntity } from './ask-book.ts'
import { makeGetBook } from './get-book.ts'
import { makeIngestBook } from './ingest-book.ts'
import { makeOpenBooks } from './open-books.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const HOME = { repository: 'github.com/acme/quay', branch: 'main', is_default_branch: true }
const request = (more: Partial<IngestBookRequest> = {}): IngestBookRequest => ({
  project: 'project: quay\nversion: 1\nlayers: [{ name: canon, paths: [./notes/] }]\n',
  schema: 'version: 1\nentity_types: [{ name: place }]\n',
  files: [{ path: 'notes/pier.md', hash: 'a', text: '---\ntitle: Pier\ntype: place\n---\nOld.\n' }],
  has_more: false,
  dry_run: false,
  is_past: false,
  from: HOME,
  ...more,
})

const setUp = async () => {
  const { scope, team, principal } = await createIngestWorld(database.engine)
  const { unitOfWork } = team
  const openBooks = makeOpenBooks({ unitOfWork })
  const ingest = makeIngestBook({ unitOfWork })
  const get = makeGetBook({ unitOfWork, openBooks })
  const entity = makeGetBookEntity({ openBooks })
  const keep = async (by: typeof principal, name: string, rootPath: string): Promise<void> => {
    const machineId = newId.machine()
    const projectId = newId.project()
    await unitOfWork.inTeam(grantTeamScope(by, 'member'), async ({ machines, projects }) => {
      const facts = { fingerprint: name, name, platform: 'linux', agentVersion: '1' }
      await machines.upsert({ ...facts, id: machineId, userId: by.userId }, new Date())
      const stored = await projects.insert({
        id: projectId,
        identity: 'github.com/Acme/quay',
        name: 'quay',
        remoteUrl: null,
        rootCommit: null,
      })
      await projects.addPath({ machineId, rootPath, projectId: stored?.id ?? projectId })
    })
  }
  return {
    keep,
    principal,
    addMember: async () => ({ ...(await team.addMember('member')), actor: principal.actor }),
    send: (more?: Partial<IngestBookRequest>) =>
      ingest(scope, { book: 'quay', request: request(more) }),
    editUrl: async () => (await entity(scope, { book: 'quay', query: { name: 'Pier' } })).edit_url,
    checkouts: async (by: typeof principal) =>
      (await get(grantTeamScope(by, 'viewer'), { book: 'quay' })).checkouts,
  }
}

test('a file is edited at the home of its book as soon as the folder of the book is known', async () => {
  const world = await setUp()
  await world.send()
  expect(await world.editUrl()).toBeNull()
  expect(await world.send({ from: { ...HOME, folder: 'lore' } })).toMatchObject({
    state: 'unchanged',
  })
  expect(await world.editUrl()).toBe('https://github.com/acme/quay/edit/main/lore/notes/pier.md')
})

test('an ingest from elsewhere moves no folder', async () => {
  const world = await setUp()
  await world.send({ from: { ...HOME, folder: '' } })
  await world.send({ from: { ...HOME, branch: 'old', folder: 'elsewhere' } })
  expect(await world.editUrl()).toBe('https://github.com/acme/quay/edit/main/notes/pier.md')
})

test('folders on machines are shown to whose machines they are, and to nobody else', async () => {
  const world = await setUp()
  await world.send({ from: { ...HOME, folder: 'lore' } })
  const eve = await world.addMember()
  await world.keep(world.principal, 'laptop', '/home/ann/quay')
  await world.keep(eve, 'desk', '/home/eve/quay')
  expect(await world.checkouts(world.principal)).toEqual([
    { machine: 'laptop', folder: '/home/ann/quay/lore' },
  ])
  expect(await world.checkouts(eve)).toEqual([{ machine: 'desk', folder: '/home/eve/quay/lore' }])
})
