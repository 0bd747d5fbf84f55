import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testCountsAgree } from '../testing/counts.ts'
import { testHostileDocuments } from '../testing/hostile-documents.ts'
import { describeSourceContract } from '../testing/source-contract.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createCopilotChatSource } from './copilot-chat.source.ts'

const FIXTURES = fileURLToPath(new URL('./fixtures', import.meta.url))
const make = (home = '/nowhere/at/all') =>
  createCopilotChatSource({ home, platform: 'linux', variables: {} })

describeSourceContract('GitHub Copilot Chat', {
  make: () => make(),
  makeMissing: () => make(),
  samples: FIXTURES,
})

describe('counts of GitHub Copilot Chat', () => {
  testHostileDocuments({
    make: () => make(),
    fixture: join(
      FIXTURES,
      'User/workspaceStorage/0a1b2c/chatSessions/aaaaaaaa-1111-4111-8111-111111111111.json',
    ),
    fileName: 'chatSessions/a.json',
  })

  testCountsAgree({
    make: () => make(),
    counter: 'count-copilot-chat.mjs',
    fixtures: FIXTURES,
    samples: 'copilot-chat',
  })
})

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const readOne = async (...paths: string[]) => {
  const outcome = await make().read(paths.map((path) => ({ path })))
  if (outcome.status !== 'session') throw new Error(outcome.reason)
  return outcome.session
}

describe('where chats are', () => {
  test('with each window, with none, and moved from one to another, in every editor', async () => {
    const user = '.config/Code - Insiders/User'
    const paths = [
      folder.write(`${user}/workspaceStorage/w1/chatSessions/a.json`, ''),
      folder.write(`${user}/globalStorage/emptyWindowChatSessions/b.jsonl`, ''),
      folder.write(`${user}/globalStorage/transferredChatSessions/c.json`, ''),
      folder.write('.vscode-server/data/User/workspaceStorage/w2/chatSessions/d.jsonl', ''),
    ]
    folder.write(`${user}/workspaceStorage/w1/state.json`, '')
    const source = make(folder.path)
    const found: string[] = []
    for await (const one of source.find()) found.push(one.path)
    expect(found.sort()).toEqual([...paths].sort())
    expect(await source.isInstalled()).toBe(true)
    expect(await source.watchPaths()).toContain(
      join(folder.path, user, 'workspaceStorage/w1/chatSessions'),
    )
  })
})

const chat = (requests: object[]) => ({
  sessionId: 's',
  responderUsername: 'GitHub Copilot',
  creationDate: 1,
  requests,
})
const asked = (id: string, text: string) => ({ requestId: id, message: { text }, response: [] })

describe('reading a chat', () => {
  test('a document and the log it became are one session with the requests of both', async () => {
    const old = folder.write(
      'c/s.json',
      JSON.stringify(chat([asked('a', 'one'), asked('b', 'two')])),
    )
    const log = folder.write(
      'c/s.jsonl',
      `${JSON.stringify({ kind: 0, v: chat([asked('b', 'two'), asked('c', 'three'), asked('d', 'four')]) })}\n`,
    )
    const groups = new Set<string>()
    for await (const found of make().find(folder.path))
      groups.add('group' in found ? found.group : '')
    expect(groups.size).toBe(1)
    const { messages, figures } = await readOne(old, log)
    expect(messages.map(({ key }) => key)).toEqual(['b', 'c', 'd', 'a'])
    expect(figures.files).toHaveLength(2)
  })

  test('the keys of a growing log stay, whatever is added to the last answer', async () => {
    const first = { kind: 0, v: chat([{ ...asked('a', 'one'), response: [{ value: 'Well' }] }]) }
    const more = { kind: 2, k: ['requests', 0, 'response'], v: [{ value: ', well.' }] }
    const path = folder.write('s.jsonl', `${JSON.stringify(first)}\n`)
    const before = await readOne(path)
    folder.write('s.jsonl', `${JSON.stringify(first)}\n${JSON.stringify(more)}`)
    const after = await readOne(path)
    expect(after.messages.map(({ key }) => key)).toEqual(before.messages.map(({ key }) => key))
    expect(after.messages[1]?.blocks).toEqual([{ type: 'text', text: 'Well, well.' }])
  })

  test('a request that was taken back is marked, one that VS Code made is nobody’s prompt', async () => {
    const path = folder.write(
      's.json',
      JSON.stringify(
        chat([
          { ...asked('a', 'one'), shouldBeRemovedOnSend: { requestId: 'a' } },
          { ...asked('b', 'go on'), isSystemInitiated: true },
        ]),
      ),
    )
    const { messages } = await readOne(path)
    expect(messages.map(({ kind, is_abandoned }) => [kind, is_abandoned])).toEqual([
      ['human', true],
      ['injected', false],
    ])
  })

  test('a chat being written is passed over with the reason, and read when it is whole', async () => {
    const text = JSON.stringify(chat([asked('a', 'one')]))
    const path = folder.write('s.json', text.slice(0, -4))
    expect(await make().read([{ path }])).toMatchObject({
      status: 'skipped',
      reason: expect.stringContaining('no whole JSON'),
    })
    folder.write('s.json', text)
    expect((await readOne(path)).messages).toHaveLength(1)
  })

  test('results laid out in trees without end are read without running out of stack', async () => {
    const deep = `${'{"children":['.repeat(50_000)}{"text":"x"}${']}'.repeat(50_000)}`
    const request = {
      ...asked('a', 'one'),
      result: {
        metadata: {
          toolCallRounds: [{ response: '', toolCalls: [{ id: 'c', name: 'n', arguments: '{' }] }],
          toolCallResults: { c: { content: [{ value: { node: 'DEEP' } }] } },
        },
      },
    }
    const path = folder.write('s.json', JSON.stringify(chat([request])).replace('"DEEP"', deep))
    const { messages } = await readOne(path)
    expect(messages[2]?.blocks).toEqual([
      { type: 'tool_result', tool_call_id: 'c', text: 'x', is_error: false },
    ])
  })
})
