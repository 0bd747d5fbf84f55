import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { GitHubStandIn } from '@teamlore/hosts/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Commenting, createCommenting } from './testing/commenting.ts'
import {
  anchors,
  createHostedWorld,
  type HostedWorld,
  pullRequest,
  startGitHub,
} from './testing/hosted-world.ts'

let database: TestDatabase
let github: GitHubStandIn
let world: HostedWorld
let talk: Commenting
let account = 8_500
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  github = await startGitHub()
  world = await createHostedWorld(database, github)
  talk = createCommenting(world)
  world.harbourRepository.pullRequests.push(pullRequest())
  account += 1
  await talk.link(world.scope.userId, account)
})
afterEach(() => github[Symbol.asyncDispose]())
afterAll(() => database[Symbol.asyncDispose]())

const look = async () => {
  await world.push()
  await world.answer()
}
const say = async (body: string, author = account) => {
  await talk.write({ body, author })
  await world.answer()
}
const RETRIED = 'Exports are retried five times.'

describe('what was forgotten since it was shown', () => {
  const forget = async () => {
    const { id } = await world.remember(RETRIED, { anchors })
    await look()
    await world.stored(`delete from teamlore.memories where id = '${id}' returning 1`)
  }

  test('is nothing that a comment can dismiss', async () => {
    await forget()
    await say('/lore dismiss 1')
    expect(talk.answers()[0]).toMatch(/^Which one/)
    expect(await world.waiting()).toEqual([])
  })

  test('is nothing that a thumb dismisses', async () => {
    await forget()
    const comment = talk.main()
    if (comment)
      comment.thumbs = [{ author: account, at: new Date(Date.now() + 5_000).toISOString() }]
    await look()
    expect(talk.main()?.body).not.toContain('retried')
    expect(await world.waiting()).toEqual([])
  })
})
