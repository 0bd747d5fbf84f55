import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildHit } from '../../testing/fake-data.ts'
import { type LoggedInCli, openLoggedInCli } from '../../testing/logged-in-cli.ts'

let lore: LoggedInCli
beforeAll(async () => {
  lore = await openLoggedInCli()
})
beforeEach(() => lore.reset())
afterAll(() => lore.close())

test('lore search has a model judge the hits on demand, and says what came of it', async () => {
  lore.server.world.search.items = [
    buildHit({ verdict: { says: 'answers', quote: 'Readers saw half' } }),
    buildHit({ id: 'msg_2', verdict: { says: 'does_not_answer', quote: null } }),
    buildHit({ id: 'msg_3', verdict: { says: 'unsure', quote: null } }),
  ]
  const message = 'The language model read 3 hits: 1 answers, 1 does not, 1 unsure.'
  lore.server.world.search.judged = {
    state: 'done',
    message,
    read: 3,
    answering: 1,
    none_answers: false,
  }
  const { stdout, stderr } = await lore.run(['search', 'tide', '--judge'])
  expect(lore.server.asked[0]?.query).toMatchObject({ q: 'tide', judge: 'true' })
  expect(stdout).toContain('\n  answers: “Readers saw half”\n')
  expect(stdout).toContain('\n  does not answer\n')
  expect(stdout).toContain('\n  unsure\n')
  expect(stderr).toContain(`verdict  ${message}`)
  const sessions = await lore.run(['search', 'tide', '--judge', '--sessions'])
  expect([sessions.code, sessions.stderr]).toEqual([2, expect.stringContaining('--sessions')])
  expect((await lore.run(['search', '--judge'])).code).toBe(2)
})

test('lore search shows above the text what the turn before asked', async () => {
  lore.server.world.search.items = [buildHit({ asked: 'Who saw half of it?' })]
  expect((await lore.run(['search', 'tide'])).stdout).toMatch(
    /\n {2}asked: Who saw half of it\?\n {2}Readers saw half/,
  )
})
