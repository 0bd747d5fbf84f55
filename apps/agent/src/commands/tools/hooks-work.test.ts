import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hookPlaces } from '../../hooks/hook-places.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { runHookWork } from './hooks-work.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

test('who was started to do the work lets the next be started', async () => {
  const places = hookPlaces({ configDir: folder.path, stateDir: folder.path }, 'linux')
  mkdirSync(places.starting, { recursive: true })
  const context = {
    config: {},
    paths: { credentials: join(folder.path, 'nobody') },
    now: () => new Date(),
    onInterrupt: () => () => undefined,
  } as unknown as CommandContext
  await runHookWork(['node', 'lore.mjs'])(context, places)
  expect(existsSync(places.starting)).toBe(false)
  expect(existsSync(places.workerPid)).toBe(false)
})
