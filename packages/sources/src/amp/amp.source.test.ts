import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testCountsAgree } from '../testing/counts.ts'
import { testHostileDocuments } from '../testing/hostile-documents.ts'
import { describeSourceContract } from '../testing/source-contract.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createAmpSource } from './amp.source.ts'

const FIXTURES = fileURLToPath(new URL('./fixtures', import.meta.url))
const make = () => createAmpSource({ home: '/nowhere/at/all', platform: 'linux', variables: {} })

describeSourceContract('Amp', { make, makeMissing: make, samples: FIXTURES })

describe('counts of Amp', () => {
  testHostileDocuments({
    make,
    fixture: join(FIXTURES, 'threads/T-00000000-0000-7000-8000-0000000000aa.json'),
    fileName: 'T-1.json',
  })

  testCountsAgree({ make, counter: 'count-amp.mjs', fixtures: FIXTURES, samples: 'amp' })
})

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

describe('Amp', () => {
  test.each([
    ['linux', {}, '.local/share/amp/threads'],
    ['darwin', {}, '.local/share/amp/threads'],
    ['linux', { XDG_DATA_HOME: 'data' }, 'data/amp/threads'],
    ['win32', {}, 'AppData/Local/amp/threads'],
    ['win32', { LOCALAPPDATA: 'local' }, 'local/amp/threads'],
  ] as const)('on %s with %j keeps threads in %s', async (platform, given, threads) => {
    const path = folder.write(`${threads}/T-1.json`, '{}')
    const variables = Object.fromEntries(
      Object.entries(given).map(([name, at]) => [name, join(folder.path, at)]),
    )
    const source = createAmpSource({ home: folder.path, platform, variables })
    const found: string[] = []
    for await (const one of source.find()) found.push(one.path)
    expect(found).toEqual([path])
    expect(await source.watchPaths()).toEqual([join(folder.path, threads)])
  })

  test('what is not as promised is kept or left out, and nothing goes wrong', async () => {
    const messages = [
      7,
      { role: 'user', messageId: 1, content: 'plain' },
      { role: 'user', messageId: 2, content: [{ type: 'text', text: 'x' }] },
      { role: 'user', messageId: 2, content: [{ type: 'tool_result', run: 'no' }] },
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'a', name: 'edit_file', input: 'no' }, null],
      },
      { role: 'user', content: [{ type: 'tool_result', toolUseID: 'a', run: { status: 'done' } }] },
    ]
    const thread = { v: 1, id: 'T-1', created: 'no', messages, env: { initial: { trees: [3] } } }
    const path = folder.write('T-1.json', JSON.stringify(thread))
    const outcome = await make().read([{ path }])
    if (outcome.status !== 'session') throw new Error(outcome.reason)
    const { session } = outcome
    expect(session.messages.map(({ kind }) => kind)).toEqual([
      'human',
      'tool_result',
      'assistant',
      'tool_result',
    ])
    expect(session.edits).toEqual([])
  })
})
