import { join } from 'node:path'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLaunchdService } from './launchd-service.ts'
import type { RunProgram } from './service.types.ts'
import { spec } from './testing/recorder.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

/** As launchd does: `bootout` returns at once, the program ends later, and until it did nothing else is loaded by the name. */
const launchd = ({ asksUntilGone }: { asksUntilGone: number }) => {
  const asked: string[] = []
  let loaded = false
  let leaving = 0
  /** What each ends with. */
  const verbs: Record<string, () => number> = {
    print: () => (loaded ? 0 : 113),
    bootout: () => {
      leaving = loaded ? asksUntilGone : 0
      return loaded ? 0 : 3
    },
    bootstrap: () => {
      if (loaded) return 5
      loaded = true
      return 0
    },
  }
  const run: RunProgram = async (_, [verb = '']) => {
    asked.push(verb)
    if (leaving > 0 && --leaving === 0) loaded = false
    return { code: verbs[verb]?.() ?? 0, stdout: '', stderr: '' }
  }
  return { asked, run, isLoaded: () => loaded && leaving === 0 }
}

const installed = async (asksUntilGone: number) => {
  const system = launchd({ asksUntilGone })
  const service = createLaunchdService({
    run: system.run,
    home: folder.path,
    uid: 501,
    pauseMs: 0,
  })
  const here = spec({ logFile: join(folder.path, 'log', 'agent.log') })
  await service.install(here)
  system.asked.length = 0
  return { ...system, service, here }
}

describe.each([1, 5])('launchd, when a program ends after %i more questions', (asksUntilGone) => {
  test('is given the version after once the one before is gone', async () => {
    const { service, here, asked, isLoaded } = await installed(asksUntilGone)
    await service.install({ ...here, version: '2.0.0' })
    expect(isLoaded()).toBe(true)
    expect(asked.filter((verb) => verb === 'bootstrap')).toHaveLength(1)
  })

  test('is asked to start it again right after it was stopped', async () => {
    const { service, isLoaded } = await installed(asksUntilGone)
    await service.stop()
    expect(isLoaded()).toBe(false)
    await service.start()
    expect(isLoaded()).toBe(true)
  })
})

test('what is stopped by somebody else at the time is loaded as soon as that is over', async () => {
  const { service, run, asked, isLoaded } = await installed(4)
  await run('launchctl', ['bootout'])
  const before = asked.length
  // The first answer is that it is gone, which the second one takes back.
  const hasty = createLaunchdService({
    home: folder.path,
    uid: 501,
    pauseMs: 0,
    run: async (file, words) =>
      words[0] === 'print' ? { code: 113, stdout: '', stderr: '' } : run(file, words),
  })
  await hasty.start()
  expect(asked.slice(before).filter((verb) => verb === 'bootstrap').length).toBeGreaterThan(1)
  expect(isLoaded()).toBe(true)
  await service.uninstall()
  expect(isLoaded()).toBe(false)
})
