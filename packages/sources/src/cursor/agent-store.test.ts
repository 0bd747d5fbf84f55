import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createCursorSource } from './cursor.source.ts'
import { AGENT, makeAgent } from './testing/make-cursor.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

test('a session ends when its file was last written, the log beside it included', async () => {
  const path = join(folder.path, 'store.db')
  makeAgent(path)
  const [day, later] = [new Date('2026-02-04T10:00:00Z'), new Date('2026-02-05T10:00:00Z')]
  const source = createCursorSource({ home: '/nowhere', platform: 'linux', variables: {} })
  const endOf = async () => {
    const outcome = await source.read([{ path, part: AGENT }])
    return outcome.status === 'session' ? outcome.session.ended_at : outcome.reason
  }
  utimesSync(path, day, day)
  expect(await endOf()).toBe(day.toISOString())
  folder.write('store.db-wal', '')
  expect(await endOf()).toBe(day.toISOString())
  folder.write('store.db-wal', 'no head of a log, so nothing of it counts')
  utimesSync(`${path}-wal`, later, later)
  expect(await endOf()).toBe(later.toISOString())
})
