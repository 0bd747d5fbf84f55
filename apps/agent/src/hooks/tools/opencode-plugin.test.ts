import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openCodePlugin } from './opencode-plugin.ts'

type Hook = (event: { sessionID: string; system: unknown[] }) => Promise<void>
type Transform = (input: { sessionID?: string }, output: { system: string[] }) => Promise<void>
type Server = (input: { directory: string; client?: object }) => Promise<{
  'experimental.chat.system.transform': Transform
  'experimental.session.compacting': (input: { sessionID: string }) => Promise<void>
  event: (input: { event: object }) => Promise<void>
}>
type Definition = {
  id: unknown
  server: Server
  setup: (context: object) => Promise<(() => void) | undefined>
}

let folder: ReturnType<typeof temporaryFolder>
let loads = 0
/** What the agent is to be asked, as the program that hooks call says it. */
const asking = (text: string): string => folder.write('asking', text)
const heard = (): string[] => {
  const path = join(folder.path, 'heard')
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
}
const calls = (): string[] => {
  const path = join(folder.path, 'calls')
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
}
beforeEach(() => {
  folder = temporaryFolder()
  chmodSync(
    folder.write(
      'hook',
      [
        '#!/bin/sh',
        `case $1 in due | stop | compact) echo "$1 $(cat)" >>'${folder.path}/heard' ;; *) echo "$1 $2 $PWD" >>'${folder.path}/calls' ;; esac`,
        `case $1 in start) printf 'What is known.' ;; due) [ -e '${folder.path}/never' ] || echo due ;; stop) cat '${folder.path}/asking' 2>/dev/null ;; esac`,
        'exit 0',
        '',
      ].join('\n'),
    ),
    0o755,
  )
})
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'Bun')
  folder.remove()
})

const load = async (shim = join(folder.path, 'hook')): Promise<Record<string, unknown>> => {
  const path = folder.write(`${loads++}.mjs`, openCodePlugin(shim, process.platform))
  return import(/* @vite-ignore */ pathToFileURL(path).href)
}
/** As OpenCode 2 takes a module: nothing but an object passes. */
const definition = async (shim?: string): Promise<Definition> => {
  const { default: found } = await load(shim)
  expect(found).toEqual({
    id: expect.stringMatching(/./),
    setup: expect.any(Function),
    server: expect.any(Function),
  })
  return found as Definition
}

/** What OpenCode 2 gives a plugin that is of use here, for the sessions of one folder. */
const openCode2 = (directory: string) => {
  const hooks: Hook[] = []
  const asked: object[] = []
  const waiting: ((result: IteratorResult<object>) => void)[] = []
  return {
    context: {
      location: { directory },
      session: {
        hook: async (_name: 'context', hook: Hook) => void hooks.push(hook),
        get: async ({ sessionID }: { sessionID: string }) =>
          sessionID.startsWith('child') ? { parentID: 'ses_1' } : {},
        messages: async () => ['x'.repeat(50_000)],
        synthetic: async (message: object) => void asked.push(message),
      },
      event: {
        subscribe: () => ({
          [Symbol.asyncIterator]: () => ({
            next: () => new Promise<IteratorResult<object>>((resolve) => waiting.push(resolve)),
            return: async () => {
              for (const resolve of waiting.splice(0)) resolve({ done: true, value: undefined })
            },
          }),
        }),
      },
    },
    asked,
    isHeard: () => waiting.length > 0,
    send: async (type: string, sessionID: string, at = directory) => {
      await expect.poll(() => waiting.length).toBeGreaterThan(0)
      waiting.shift()?.({
        value: { type, data: { sessionID }, location: { directory: at } },
        done: false,
      })
    },
    ask: async (sessionID: string) => {
      const event = { sessionID, system: [] }
      for (const hook of hooks) await hook(event)
      return event.system
    },
  }
}

/** A session of OpenCode 1 as its client reports it. */
const openCode1 = ({ answer = {}, said = 'x'.repeat(50_000), parentID = '' } = {}) => {
  const asked: { path: object; body: object }[] = []
  const messages = [
    { info: { role: 'user', agent: 'plan', model: { providerID: 'p', modelID: 'm' } } },
    { info: { role: 'assistant', ...answer }, parts: [{ type: 'text', text: said }] },
  ]
  const session = {
    get: async () => ({ data: { id: 'ses_1', ...(parentID && { parentID }) } }),
    messages: async () => ({ data: messages }),
    promptAsync: async (prompt: { path: object; body: object }) => void asked.push(prompt),
  }
  return { client: { session }, asked }
}
const idle = { event: { type: 'session.idle', properties: { sessionID: 'ses_1' } } }

describe.skipIf(process.platform === 'win32')('what the plugin of OpenCode asks an agent', () => {
  test('version 1: as the program says, in the mode and by the model of the last prompt, as nobody typed it', async () => {
    asking('What did you find?\n')
    const { client, asked } = openCode1()
    const { event } = await (await definition()).server({ directory: folder.path, client })
    await event(idle)
    await expect
      .poll(() => asked)
      .toEqual([
        {
          path: { id: 'ses_1' },
          body: {
            agent: 'plan',
            model: { providerID: 'p', modelID: 'm' },
            parts: [{ type: 'text', text: 'What did you find?', synthetic: true }],
          },
        },
      ])
    expect(heard()).toEqual([
      'due {"session_id":"ses_1"}',
      'stop {"session_id":"ses_1","is_due":true,"is_short":false}',
    ])
    await event({ event: { type: 'session.compacted', properties: { sessionID: 'ses_1' } } })
    await expect.poll(heard).toContain('compact {"session_id":"ses_1"}')
  })

  test('version 1: what a session has to know again is fetched once, and asked for by its next request', async () => {
    const { client } = openCode1()
    const { event, ...hooks } = await (await definition()).server({
      directory: folder.path,
      client,
    })
    const request = () =>
      hooks['experimental.chat.system.transform']({ sessionID: 'ses_1' }, { system: [] })
    await request()
    await hooks['experimental.session.compacting']({ sessionID: 'ses_1' })
    await event({ event: { type: 'session.compacted', properties: { sessionID: 'ses_1' } } })
    await request()
    await expect.poll(calls).toEqual(Array(2).fill(`start opencode ${folder.path}`))
    await expect
      .poll(() => heard().filter((one) => one.startsWith('compact')))
      .toEqual(['compact {"session_id":"ses_1"}'])
  })

  test.each([
    ['an answer that failed or was stopped', { answer: { error: { name: 'MessageAborted' } } }],
    ['the session of a subagent', { parentID: 'ses_0' }],
  ])('version 1: nobody after %s', async (_name, session) => {
    asking('What did you find?')
    const { client, asked } = openCode1(session)
    const { event } = await (await definition()).server({ directory: folder.path, client })
    await event(idle)
    await expect.poll(calls).toEqual([`end opencode ${folder.path}`])
    expect(asked).toEqual([])
    expect(heard().filter((one) => one.startsWith('stop'))).toEqual([])
  })

  test('version 1: it says that little was said, and nothing is asked where the program says nothing', async () => {
    const { client, asked } = openCode1({ said: 'Yes.' })
    const { event } = await (await definition()).server({ directory: folder.path, client })
    await event(idle)
    await expect
      .poll(heard)
      .toEqual([
        'due {"session_id":"ses_1"}',
        'stop {"session_id":"ses_1","is_due":true,"is_short":true}',
      ])
    expect(asked).toEqual([])
  })

  test('fetches nothing of what was said while asking is not due', async () => {
    folder.write('never', '')
    const older = openCode1()
    const newer = openCode2(folder.path)
    const fetched: string[] = []
    const fetch = (said: string) => async (): Promise<never> => {
      fetched.push(said)
      throw new Error('not now')
    }
    older.client.session.messages = fetch('version 1')
    newer.context.session.messages = fetch('version 2')
    const { server, setup } = await definition()
    const { event } = await server({ directory: folder.path, client: older.client })
    await event(idle)
    await setup(newer.context)
    await newer.send('session.execution.succeeded', 'ses_2')
    await expect
      .poll(() => heard().sort())
      .toEqual(['due {"session_id":"ses_1"}', 'due {"session_id":"ses_2"}'])
    await newer.send('session.compaction.ended', 'ses_2')
    await expect.poll(heard).toHaveLength(3)
    expect(fetched).toEqual([])
  })

  test('version 2: after a turn that went well, of a session of its own', async () => {
    asking('What did you find?')
    const host = openCode2(folder.path)
    await (await definition()).setup(host.context)
    for (const how of ['failed', 'interrupted'])
      await host.send(`session.execution.${how}`, 'ses_1')
    await host.send('session.execution.succeeded', 'child_1')
    await host.send('session.execution.succeeded', 'ses_1')
    await expect
      .poll(() => host.asked)
      .toEqual([
        {
          sessionID: 'ses_1',
          text: 'What did you find?',
          description: expect.any(String),
          resume: true,
        },
      ])
    await host.send('session.compaction.ended', 'ses_1')
    await expect
      .poll(heard)
      .toEqual([
        'due {"session_id":"ses_1"}',
        'stop {"session_id":"ses_1","is_due":true,"is_short":false}',
        'compact {"session_id":"ses_1"}',
      ])
  })
})

describe.skipIf(process.platform === 'win32')('the plugin of OpenCode', () => {
  test('version 2 gives each request of a session what is known, which is asked for once', async () => {
    const host = openCode2(folder.path)
    await (await definition()).setup(host.context)
    const known = [{ type: 'text', text: 'What is known.' }]
    expect(await host.ask('ses_1')).toEqual(known)
    expect(await host.ask('ses_1')).toEqual(known)
    expect(calls()).toEqual([`start opencode ${folder.path}`])
    await host.send('session.deleted', 'ses_1')
    await host.send('session.updated', 'ses_1')
    await host.ask('ses_1')
    expect(calls()).toHaveLength(2)
  })

  test('version 2 reports each end of a turn in its folder, however it ended, until it is unloaded', async () => {
    const host = openCode2(folder.path)
    const unload = await (await definition()).setup(host.context)
    await host.send('session.execution.started', 'ses_1')
    await host.send('session.execution.succeeded', 'ses_2', '/elsewhere')
    for (const how of ['succeeded', 'failed', 'interrupted'])
      await host.send(`session.execution.${how}`, 'ses_1')
    await expect.poll(calls).toEqual(Array(3).fill(`end opencode ${folder.path}`))
    unload?.()
    await expect.poll(host.isHeard).toBe(false)
  })

  test('version 1 takes `server` of the same object, and may call `setup` with nothing to listen to', async () => {
    const { server, setup } = await definition()
    expect(await setup({ options: {}, agent: {} })).toBeUndefined()
    const hooks = await server({ directory: folder.path })
    const output = { system: ['Be brief.'] }
    await hooks['experimental.chat.system.transform']({ sessionID: 'ses_1' }, output)
    expect(output.system).toEqual(['Be brief.', 'What is known.'])
    await hooks.event({ event: { type: 'session.idle', properties: { sessionID: 'ses_1' } } })
    await expect.poll(calls).toEqual(['start', 'end'].map((at) => `${at} opencode ${folder.path}`))
  })

  test.each(['1.2.21', '1.3.5', '1.3.11'])(
    'old versions, with Bun %s, can call whatever the file exports',
    async (version) => {
      Object.assign(globalThis, { Bun: { version } })
      const exported = Object.values(await load()) as Server[]
      expect(exported).toHaveLength(1)
      for (const one of exported)
        expect(await one({ directory: folder.path })).toMatchObject({ event: expect.any(Function) })
    },
  )

  test.each(['1.3.13', '1.3.14', '1.4.0'])('Bun %s is of newer ones', async (version) => {
    Object.assign(globalThis, { Bun: { version } })
    await definition()
  })

  test('says nothing where the program is gone, and lets nothing through that fails', async () => {
    const { server, setup } = await definition(join(folder.path, 'gone'))
    const host = openCode2(folder.path)
    await setup(host.context)
    expect(await host.ask('ses_1')).toEqual([])
    const output = { system: [] }
    await (await server({ directory: '/nowhere' }))['experimental.chat.system.transform'](
      {},
      output,
    )
    expect(output.system).toEqual([])
    const session = { hook: () => Promise.reject(new Error('no such hook')) }
    expect(await setup({ ...host.context, session })).toBeUndefined()
  })
})
