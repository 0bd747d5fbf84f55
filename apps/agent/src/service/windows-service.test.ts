import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { claim } from '../locks/lock-file.ts'
import { watchLockPath } from '../locks/watch-lock.ts'
import type { RunProgram } from './service.types.ts'
import { spec } from './testing/recorder.ts'
import { createWindowsService } from './windows-service.ts'
import { windowsTask } from './windows-task.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const row = (state: string, result: number): string =>
  `"PC","\\Teamlore agent","N/A","${state}","Nur interaktiv","1.1.2026","${result}"\r\n`

const RUNNING = 267009
/** What its result is as soon as a minute has passed in which it ran. */
const IGNORED = [-2147216609, -2147020576]

type Before = { isThere?: boolean; result?: number; lastsFor?: number; refuses?: string }

/** As German Windows does; `lastsFor` is how often a task that was ended still runs when it is asked for. */
const scheduler = ({ isThere = true, result = 0, lastsFor = 0, refuses }: Before = {}) => {
  const asked: string[] = []
  let task: Buffer | undefined
  let isEnabled = isThere
  let state = { isRunning: result !== 0, asksLeft: Number.POSITIVE_INFINITY }
  const verbs: Record<string, (args: readonly string[]) => void> = {
    '/Create': (args) => {
      task = readFileSync(args[args.indexOf('/XML') + 1] ?? '')
      isEnabled = true
    },
    '/Change': (args) => {
      isEnabled = args.includes('/ENABLE')
    },
    '/Run': () => {
      if (isEnabled) state = { isRunning: true, asksLeft: Number.POSITIVE_INFINITY }
    },
    '/End': () => {
      state.asksLeft = lastsFor
    },
  }
  const answer = (args: readonly string[]): string => {
    if (state.asksLeft-- <= 0) state.isRunning = false
    if (!args.includes('/V')) return ''
    return state.isRunning ? row('Wird ausgeführt', result || RUNNING) : row('Bereit', 0)
  }
  const run: RunProgram = async (file, args) => {
    const verb = args[0] ?? ''
    const words = args.filter((word) => !word.includes(folder.path))
    if (verb !== '/Query') asked.push([file, ...words].join(' '))
    if (verb === refuses) return { code: 1, stdout: '', stderr: 'Zugriff verweigert' }
    verbs[verb]?.(args)
    if (args.includes('ONE')) return { code: isThere ? 0 : 1, stdout: '<Task', stderr: '' }
    return { code: 0, stdout: answer(args), stderr: '' }
  }
  const service = createWindowsService({ run, stateDir: folder.path, user: 'PC\\ana', pauseMs: 0 })
  return {
    asked,
    service,
    task: () => task,
    isRunning: () => state.isRunning,
    isEnabled: () => isEnabled,
  }
}

/** This very process holds the lock of a watch. */
const watch = async (): Promise<void> => {
  const root = join(folder.path, 'import', 'server')
  mkdirSync(root, { recursive: true })
  expect(await claim(watchLockPath(root))).toBe('taken')
}

describe('the Task Scheduler', () => {
  test('shows by a number whether it runs, as its words are in the language of its user', async () => {
    expect((await scheduler({ result: RUNNING }).service.state()).isRunning).toBe(true)
    expect((await scheduler().service.state()).isRunning).toBe(false)
  })

  test.each(IGNORED)(
    'runs when its result is %i, provided that somebody watches',
    async (result) => {
      const { service } = scheduler({ result })
      expect((await service.state()).isRunning).toBe(false)
      await watch()
      expect((await service.state()).isRunning).toBe(true)
    },
  )

  test('does not begin again what was stopped, until it is asked to', async () => {
    const { service, isEnabled, isRunning } = scheduler({ result: RUNNING })
    await service.stop()
    expect([isEnabled(), isRunning()]).toEqual([false, false])
    await service.start()
    expect([isEnabled(), isRunning()]).toEqual([true, true])
  })

  test('goes on with the version before when it does not take the next', async () => {
    const { service, isEnabled } = scheduler({ result: RUNNING, refuses: '/Create' })
    await expect(service.install(spec())).rejects.toThrow('Zugriff verweigert')
    expect(isEnabled()).toBe(true)
  })

  test('is given the version after once the one before has ended, with what it had begun', async () => {
    await watch()
    const { asked, service, isRunning } = scheduler({ result: RUNNING, lastsFor: 3 })
    await service.install(spec())
    expect(asked).toEqual([
      'schtasks.exe /Change /TN Teamlore agent /DISABLE',
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
    'ExecutionTimeLimit',
    'UserId',
    'Delay',
  ],
  // As the Task Scheduler writes it itself.
  TimeTrigger: ['Repetition', 'StartBoundary', 'EndBoundary', 'ExecutionTimeLimit', 'Enabled'],
  Repetition: ['Interval', 'Duration', 'StopAtDurationEnd'],
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

test('a watch that ended is begun again within a minute, and one that runs is left alone', () => {
  const task = windowsTask(spec(), 'PC\\ana')
  expect(task).toMatch(/<TimeTrigger>\s*<Repetition><Interval>PT1M<\/Interval>/)
  // Without a duration it goes on for ever.
  expect(task).not.toContain('<Duration>')
  expect(task).toContain('<MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>')
})
