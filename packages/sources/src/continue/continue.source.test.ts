import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testCountsAgree } from '../testing/counts.ts'
import { testHostileDocuments } from '../testing/hostile-documents.ts'
import { sessionAt } from '../testing/sessions-of.ts'
import { describeSourceContract } from '../testing/source-contract.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createContinueSource } from './continue.source.ts'

const FIXTURES = fileURLToPath(new URL('./fixtures', import.meta.url))
const make = (home = '/nowhere/at/all', variables = {}) =>
  createContinueSource({ home, platform: 'linux', variables })

describeSourceContract('Continue', {
  make: () => make(),
  makeMissing: () => make(),
  samples: FIXTURES,
})

describe('counts of Continue', () => {
  testHostileDocuments({
    make: () => make(),
    fixture: join(FIXTURES, 'sessions/eeeeeeee-0000-4000-8000-00000000000e.json'),
    fileName: 'sessions/e.json',
  })

  testCountsAgree({
    make: () => make(),
    counter: 'count-continue.mjs',
    fixtures: FIXTURES,
    samples: 'continue',
  })
})

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const session = (history: object[]) =>
  JSON.stringify({ sessionId: 's', title: 'T', workspaceDirectory: '/home/ada', history })
const said = (role: string, content: unknown) => ({ message: { role, content } })

const readHistory = async (...history: object[]) => {
  const path = folder.write('sessions/s.json', session(history))
  const outcome = await make().read([{ path }])
  if (outcome.status !== 'session') throw new Error(outcome.reason)
  return outcome.session
}

describe('Continue', () => {
  test.each([
    ['.continue', {}],
    ['elsewhere', { CONTINUE_GLOBAL_DIR: 'elsewhere' }],
  ])('keeps sessions in %s, beside a list that is none', async (root, given) => {
    const path = folder.write(`${root}/sessions/s.json`, '{}')
    folder.write(`${root}/sessions/sessions.json`, '[]')
    const variables = Object.fromEntries(
      Object.entries(given).map(([name, at]) => [name, join(folder.path, at)]),
    )
    const found: string[] = []
    for await (const one of make(folder.path, variables).find()) found.push(one.path)
    expect(found).toEqual([path])
  })

  test('the list that is named is skipped with a reason', async () => {
    const path = folder.write('sessions/sessions.json', '[{"sessionId":"s","title":"T"}]')
    expect(await make().read([{ path }])).toMatchObject({ status: 'skipped' })
  })

  test('began when the list says so, whichever spelling it uses', async () => {
    folder.write('sessions/sessions.json', '[{"session_id":"s","dateCreated":"1760000000000"}, 7]')
    expect((await readHistory(said('user', 'hello'))).started_at).toBe('2025-10-09T08:53:20.000Z')
  })

  test('keys stay when the history grows, and when an answer is asked for again', async () => {
    const first = await readHistory(
      said('user', 'go'),
      said('assistant', 'gone'),
      said('user', 'go'),
    )
    const more = await readHistory(
      said('user', 'go'),
      said('assistant', 'went'),
      said('assistant', 'gone'),
      said('user', 'go'),
      said('user', 'go'),
    )
    const keys = more.messages.map(({ key }) => key)
    for (const { key } of first.messages) expect(keys).toContain(key)
    expect(new Set(keys).size).toBe(5)
  })

  test('reads of the command line which model answered, at what cost, and which lines it changed', async () => {
    const path = join(FIXTURES, 'sessions/dddddddd-0000-4000-8000-00000000000d.json')
    const { models, messages, edits } = await sessionAt(make(), path)
    expect(models).toEqual(['kiln-1', 'kiln-2'])
    const answers = messages.filter(({ kind }) => kind === 'assistant')
    const cached = { cache_creation_tokens: 0, cache_read_tokens: 200 }
    expect(answers[0]?.usage).toEqual({ input_tokens: 1_000, output_tokens: 34, ...cached })
    // Of a provider that counts what was cached beside the prompt.
    const beside = { cache_creation_tokens: 70, cache_read_tokens: 900 }
    expect(answers.at(-1)?.usage).toEqual({ input_tokens: 11, output_tokens: 6, ...beside })
    expect(
      edits.map(({ operation, addedText, removedText }) => [operation, addedText, removedText]),
    ).toEqual([
      ['create', ['ding ding', 'dong'], []],
      ['edit', ['ding, ding'], ['ding ding']],
      ['edit', ['dong dong'], ['dong']],
    ])
  })

  test('what is not as promised is kept or left out, and nothing goes wrong', async () => {
    const { messages } = await readHistory(
      { message: 7 },
      said('user', 'x'),
      { message: { role: 'assistant', content: { a: 1 }, toolCalls: [{ function: 'no' }, 3] } },
      { ...said('assistant', null), toolCallStates: [{ status: 'done', output: 'x' }, null] },
      { ...said('user', [{ type: 'sound' }]), contextItems: [null] },
    )
    expect(messages.map(({ kind }) => kind)).toEqual(['injected', 'human', 'assistant', 'human'])
  })
})
