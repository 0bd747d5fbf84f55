import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openCodePlugin } from './opencode-plugin.ts'

type Hook = (event: { sessionID: string; system: unknown[] }) => Promise<void>
type Transform = (input: { sessionID?: string }, output: { system: string[] }) => Promise<void>
type Server = (input: { directory: string }) => Promise<{
  'experimental.chat.system.transform': Transform
  event: (input: { event: object }) => Promise<void>
}>
type Definition = {
  id: unknown
  server: Server
  setup: (context: object) => Promise<(() => void) | undefined>
}

let folder: ReturnType<typeof temporaryFolder>
let loads = 0
const calls = (): string[] => {
  const path = join(folder.path, 'calls')
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
}
beforeEach(() => {
  folder = temporaryFolder()
  chmodSync(
    folder.write(
      'hook',
      `#!/bin/sh\necho "$1 $2 $PWD" >>'${folder.path}/calls'\n[ "$1" = end ] || printf 'What is known.'\n`,
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
  const waiting: ((result: IteratorResult<object>) => void)[] = []
  return {
    context: {
      location: { directory },
      session: { hook: async (_name: 'context', hook: Hook) => void hooks.push(hook) },
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
    isHeard: () => waiting.length > 0,
    tell: async (type: string, sessionID: string, at = directory) => {
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

describe.skipIf(process.platform === 'win32')('the plugin of OpenCode', () => {
  test('version 2 gives each request of a session what is known, which is asked for once', async () => {
    const host = openCode2(folder.path)
    await (await definition()).setup(host.context)
    const known = [{ type: 'text', text: 'What is known.' }]
    expect(await host.ask('ses_1')).toEqual(known)
    expect(await host.ask('ses_1')).toEqual(known)
    expect(calls()).toEqual([`start opencode ${folder.path}`])
    await host.tell('session.deleted', 'ses_1')
    await host.tell('session.updated', 'ses_1')
    await host.ask('ses_1')
    expect(calls()).toHaveLength(2)
  })

  test('version 2 tells of each end of a turn in its folder, however it ended, until it is unloaded', async () => {
    const host = openCode2(folder.path)
    const unload = await (await definition()).setup(host.context)
    await host.tell('session.execution.started', 'ses_1')
    await host.tell('session.execution.succeeded', 'ses_2', '/elsewhere')
    for (const how of ['succeeded', 'failed', 'interrupted'])
      await host.tell(`session.execution.${how}`, 'ses_1')
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
