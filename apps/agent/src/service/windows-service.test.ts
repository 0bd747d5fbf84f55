import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { claim } from '../import/lock-file.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { watchLockPath } from '../watch/watch-lock.ts'
import type { RunProgram } from './service.types.ts'
import { spec } from './testing/recorder.ts'
import { createWindowsService } from './windows-service.ts'
import { windowsTask } from './windows-task.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const ROWS = {
  running:
    '"PC","\\Teamlore agent","N/A","Wird ausgeführt","Nur interaktiv","1.1.2026","267009"\r\n',
  ready: '"PC","\\Teamlore agent","N/A","Bereit","Nur interaktiv","1.1.2026","0"\r\n',
}

/** As German Windows does; `lastsFor` is how often a task that was ended still runs when it is asked for. */
const scheduler = ({ isRunning = false, lastsFor = 0 } = {}) => {
  const asked: string[] = []
  let task: Buffer | undefined
  let state = { isRunning, asksLeft: Number.POSITIVE_INFINITY }
  const verbs: Record<string, (args: readonly string[]) => void> = {
    '/Create': (args) => {
      task = readFileSync(args[args.indexOf('/XML') + 1] ?? '')
    },
    '/Run': () => {
      if (!state.isRunning) state = { isRunning: true, asksLeft: Number.POSITIVE_INFINITY }
    },
    '/End': () => {
      state.asksLeft = lastsFor
    },
  }
  const run: RunProgram = async (file, args) => {
    const verb = args[0] ?? ''
    const words = args.filter((word) => !word.includes(folder.path))
    if (verb !== '/Query') asked.push([file, ...words].join(' '))
    verbs[verb]?.(args)
    if (state.asksLeft-- <= 0) state.isRunning = false
    const stdout = args.includes('/V') ? ROWS[state.isRunning ? 'running' : 'ready'] : ''
    return { code: 0, stdout, stderr: '' }
  }
  const service = createWindowsService({ run, stateDir: folder.path, user: 'PC\\ana', pauseMs: 0 })
  return { asked, service, task: () => task, isRunning: () => state.isRunning }
}

/** This very process holds the lock of a watch. */
const watch = async (): Promise<void> => {
  const root = join(folder.path, 'import', 'server')
  mkdirSync(root, { recursive: true })
  expect(await claim(watchLockPath(root))).toBe('taken')
}

describe('the Task Scheduler', () => {
  test('tells by a number whether it runs, as its words are in the language of its user', async () => {
    expect((await scheduler({ isRunning: true }).service.state()).isRunning).toBe(true)
    expect((await scheduler().service.state()).isRunning).toBe(false)
  })

  test('is given the version after once the one before has ended, with what it had begun', async () => {
    await watch()
    const { asked, service, isRunning } = scheduler({ isRunning: true, lastsFor: 3 })
    await service.install(spec())
    expect(asked).toEqual([
      'schtasks.exe /End /TN Teamlore agent',
      `taskkill.exe /F /PID ${process.pid}`,
      'schtasks.exe /Create /TN Teamlore agent /XML /F',
      'schtasks.exe /Run /TN Teamlore agent',
    ])
    expect(isRunning()).toBe(true)
  })

  test('ends nobody who watches without it', async () => {
    await watch()
    const { asked, service } = scheduler()
    await service.stop()
    await service.install(spec())
    expect(asked.join()).not.toContain('taskkill')
  })

  test('reads its task in UTF-16 with a mark', async () => {
    const { service, task } = scheduler()
    await service.install(spec())
    expect(task()?.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xfe]))
    expect(task()?.toString('utf16le').slice(1)).toBe(windowsTask(spec(), 'PC\\ana'))
  })
})

/**
 * Of the schema (MS-TSCH 2.5) as much as a task of ours needs. A list in which the order counts is an array; where it does
 * not, each name may stand once.
 */
const SCHEMA: Record<string, readonly string[] | ReadonlySet<string>> = {
  Task: ['RegistrationInfo', 'Triggers', 'Principals', 'Settings', 'Data', 'Actions'],
  RegistrationInfo: new Set(['URI', 'Author', 'Version', 'Date', 'Description', 'Source']),
  Triggers: new Set(['LogonTrigger', 'BootTrigger', 'TimeTrigger']),
  LogonTrigger: [
    'Enabled',
    'StartBoundary',
    'EndBoundary',
    'Repetition',
    'ExecutionTimeLimit',
    'UserId',
    'Delay',
  ],
  Principals: ['Principal'],
  Principal: new Set(['UserId', 'LogonType', 'GroupId', 'DisplayName', 'RunLevel']),
  Settings: new Set([
    ...['AllowStartOnDemand', 'RestartOnFailure', 'MultipleInstancesPolicy', 'Enabled', 'Hidden'],
    ...['DisallowStartIfOnBatteries', 'StopIfGoingOnBatteries', 'AllowHardTerminate', 'WakeToRun'],
    ...['StartWhenAvailable', 'NetworkProfileName', 'RunOnlyIfNetworkAvailable', 'IdleSettings'],
    ...[
      'DeleteExpiredTaskAfter',
      'NetworkSettings',
      'ExecutionTimeLimit',
      'Priority',
      'RunOnlyIfIdle',
    ],
  ]),
  RestartOnFailure: new Set(['Interval', 'Count']),
  Actions: new Set(['Exec']),
  Exec: new Set(['Command', 'Arguments', 'WorkingDirectory']),
}

/** Names of the elements in each element, in their order. */
const childrenIn = (xml: string): [parent: string, children: string[]][] => {
  const open: [string, string[]][] = []
  const done: [string, string[]][] = []
  for (const [, slash, name = ''] of xml.matchAll(/<(\/?)([A-Za-z]+)[^>]*>/g)) {
    if (slash === '/') {
      const closed = open.pop()
      expect(closed?.[0]).toBe(name)
      if (closed) done.push(closed)
    } else {
      open.at(-1)?.[1].push(name)
      open.push([name, []])
    }
  }
  expect(open).toEqual([])
  return done
}

test('the task has the elements its schema knows, in the order it wants', () => {
  const elements = childrenIn(windowsTask(spec(), 'PC\\ana'))
  expect(elements.at(-1)?.[0]).toBe('Task')
  for (const [parent, children] of elements) {
    const known = [...(SCHEMA[parent] ?? [])]
    expect(known, parent).toEqual(expect.arrayContaining(children))
    expect(new Set(children).size, parent).toBe(children.length)
    const inOrder = known.filter((name) => children.includes(name))
    if (Array.isArray(SCHEMA[parent])) expect(children, parent).toEqual(inOrder)
  }
})
