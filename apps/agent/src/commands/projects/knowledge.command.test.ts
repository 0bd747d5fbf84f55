import { onboardingSchema, scoreSchema } from '@teamlore/shared/onboarding'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openAnsweringServer } from '../../testing/answering-server.ts'
import { harbour } from '../../testing/fake-data.ts'
import { createTestCli } from '../../testing/test-cli.ts'

let folder: ReturnType<typeof temporaryFolder>
let answers: Record<string, unknown>
let server: Awaited<ReturnType<typeof openAnsweringServer>>
let cli: ReturnType<typeof createTestCli>
const project = { id: harbour.id, name: harbour.name }
const SCORE = {
  project,
  score: 61,
  coverage: 0.42,
  freshness: 0.88,
  depth: 0.53,
  files: 71,
  memories: 34,
  stale: 4,
  unanchored: 6,
  folders: [
    { folder: 'src/tide', files: 40, memories: 9, stale: 1, depth: 0.67 },
    { folder: 'src/quay', files: 31, memories: 0, stale: 0, depth: 0 },
  ],
  folders_left_out: 3,
}
const ONBOARDING = {
  project,
  days: 90,
  text: '# harbour\n\n## Gotchas\n\n- The tide table is \u001b[31mlocked.\n',
  tokens: 20,
  budget_tokens: 4_000,
  sections: [],
}
beforeEach(async () => {
  folder = temporaryFolder()
  cli = createTestCli()
  answers = { 'GET /v1/score': SCORE, 'GET /v1/onboarding': ONBOARDING }
  server = await openAnsweringServer(answers)
})
afterEach(async () => {
  cli.dispose()
  await server[Symbol.asyncDispose]()
  folder.remove()
})

const lore = (...words: string[]) =>
  cli.run(words, {
    cwd: folder.path,
    env: { LORE_SERVER: server.url, LORE_KEY: 'tlk_personal-0123456789' },
  })

test('lore score shows the shares and says of which folders nothing is known', async () => {
  const { stdout, code } = await lore('score', '--project', 'harbour')
  expect(code).toBe(0)
  expect(stdout).toContain('61 of 100')
  expect(stdout).toContain('coverage 42 % · freshness 88 % · depth 53 %')
  expect(stdout).toContain('src/quay (31 files): nothing is known')
  expect(stdout).toContain('and 3 folders more')
  const { json } = await lore('score', '--project', 'harbour', '--limit', '5', '--json')
  expect(json()).toEqual(scoreSchema.parse(SCORE))
  expect(server.asked.map(({ query }) => query)).toEqual([
    'project=harbour',
    'project=harbour&limit=5',
  ])
  answers['GET /v1/score'] = { ...SCORE, score: null, folders: [], folders_left_out: 0 }
  expect((await lore('score', '--project', 'harbour')).stdout).toContain('Nothing is known')
})

test('lore onboard prints the brief within what was asked, and obeys no escape sequence', async () => {
  const words = ['onboard', '--project', 'harbour', '--days', '90', '--budget', '4000']
  const { stdout, code } = await lore(...words)
  expect(code).toBe(0)
  expect(stdout).toContain('## Gotchas')
  expect(stdout).not.toContain('\u001b')
  expect(server.asked[0]?.query).toBe('project=harbour&days=90&budget_tokens=4000')
  expect((await lore(...words, '--json')).json()).toEqual(onboardingSchema.parse(ONBOARDING))
  expect((await lore('onboard', '--budget', '10')).code).toBe(2)
})
