import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { piExtension } from './pi-extension.ts'

type Listener = (event: object, context: object) => Promise<{ message?: object } | undefined>

let folder: ReturnType<typeof temporaryFolder>
let loads = 0
const calls = (): string[] => {
  const path = join(folder.path, 'calls')
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
}
const called = (event: string) => calls().filter((one) => one.startsWith(`${event} `))

beforeEach(() => {
  folder = temporaryFolder()
  folder.write('recap', 'Where it stands.\n')
  const program = [
    '#!/bin/sh',
    `echo "$1 $2 $PWD $(cat)" >>'${folder.path}/calls'`,
    `case $1 in start) printf 'What is known.' ;; prompt) cat '${folder.path}/recap' ;; esac`,
    'exit 0',
    '',
  ].join('\n')
  chmodSync(folder.write('hook', program), 0o755)
})
afterEach(() => folder.remove())

/** What Pi gives an extension that is of use here, with the entries of one session. */
const openPi = async (shim = join(folder.path, 'hook'), entries: object[] = []) => {
  const listeners = new Map<string, Listener>()
  const sent: object[] = []
  const path = folder.write(`${loads++}.mjs`, piExtension(shim, process.platform))
  const { default: extension } = await import(/* @vite-ignore */ pathToFileURL(path).href)
  extension({
    on: (event: string, listener: Listener) => void listeners.set(event, listener),
    sendMessage: (message: object, options: object) => void sent.push({ message, options }),
  })
  const context = {
    cwd: folder.path,
    model: { id: 'm-1' },
    sessionManager: { getSessionId: () => 'abc-1', getBranch: () => entries },
  }
  return {
    sent,
    events: [...listeners.keys()],
    fire: (event: string, at: object = context) => listeners.get(event)?.({ type: event }, at),
  }
}
const message = (content: string) => ({ customType: 'teamlore', content, display: false })

describe.skipIf(process.platform === 'win32')('the extension of Pi', () => {
  test('gives a session what is known with its first prompt, once', async () => {
    const { fire } = await openPi()
    await fire('session_start')
    expect(await fire('before_agent_start')).toEqual({ message: message('What is known.') })
    expect(await fire('before_agent_start')).toBeUndefined()
    expect(calls()).toEqual([`start pi ${folder.path} {"session_id":"abc-1","model":"m-1"}`])
  })

  test('gives a session that goes on nothing that it has', async () => {
    const had = { type: 'custom_message', customType: 'teamlore', content: 'What was known.' }
    const { fire } = await openPi(undefined, [had])
    await fire('session_start')
    expect(await fire('before_agent_start')).toBeUndefined()
    expect(calls()).toEqual([])
  })

  test.each(['session_start', 'session_switch', 'session_fork'])(
    'gives another session in the same program its brief, begun by %s',
    async (begins) => {
      const { fire } = await openPi()
      await fire('session_start')
      await fire('before_agent_start')
      await fire(begins)
      expect(await fire('before_agent_start')).toEqual({ message: message('What is known.') })
    },
  )

  test('gives a session back where it stands as soon as it was shortened, and no brief besides', async () => {
    const { fire, sent } = await openPi()
    await fire('before_agent_start')
    await fire('session_before_compact')
    await fire('session_compact')
    expect(sent).toEqual([
      { message: message('Where it stands.'), options: { deliverAs: 'steer' } },
    ])
    expect(await fire('before_agent_start')).toBeUndefined()
    await expect.poll(() => called('compact')).toHaveLength(1)
  })

  test('gives it with the next prompt where it is not there yet', async () => {
    rmSync(join(folder.path, 'recap'))
    const { fire, sent } = await openPi()
    await fire('before_agent_start')
    await fire('session_compact')
    expect(sent).toEqual([])
    expect(await fire('before_agent_start')).toEqual({ message: message('What is known.') })
    expect(called('start')).toHaveLength(2)
  })

  test('reports each end of a turn, and has nobody asked anything', async () => {
    const { fire } = await openPi()
    await fire('agent_end')
    await expect
      .poll(() => calls().sort())
      .toEqual([
        `end pi ${folder.path} {}`,
        `stop pi ${folder.path} {"session_id":"abc-1","is_short":true}`,
      ])
  })

  test('says nothing where the program is gone, and lets nothing through that fails', async () => {
    const { fire, sent, events } = await openPi(join(folder.path, 'gone'))
    for (const event of events) expect(await fire(event), event).toBeUndefined()
    for (const event of events) expect(await fire(event, {}), event).toBeUndefined()
    expect(sent).toEqual([])
    const older = await import(
      /* @vite-ignore */ pathToFileURL(
        folder.write('older.mjs', piExtension('/gone', process.platform)),
      ).href
    )
    const refuse = () => {
      throw new Error('no such event')
    }
    expect(older.default({ on: refuse })).toBeUndefined()
  })
})
