import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import * as crush from '@teamlore/sources/crush/testing/make-crush'
import * as cursor from '@teamlore/sources/cursor/testing/make-cursor'
import * as openCode from '@teamlore/sources/opencode/testing/make-store'
import { createSources } from '@teamlore/sources/sources'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findWith, groupsOf } from './find-groups.ts'
import { createReportBuilder } from './import-report.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

/** Which tool reads which file below the folder, and what is said of the others. */
const fates = async () => {
  const report = createReportBuilder(undefined)
  const sources = createSources({ home: '/nowhere', platform: 'linux', variables: {} })
  const groups = await groupsOf(findWith(sources, folder.path), { report, signal: undefined })
  const read = new Map<string, string>()
  for (const { source, places } of groups)
    for (const place of places)
      if ((await source.read([place])).status === 'session')
        read.set(place.path.slice(folder.path.length + 1), source.info.name)
  const { skippedFiles, failed } = report.done()
  return { read: Object.fromEntries(read), reported: [...skippedFiles, ...failed] }
}

const HISTORY = '\n# aider chat started at 2026-01-01 00:00:00\n\n#### Why?  \n\nBecause.\n'

const fillCrush = (path: string): void => {
  const store = crush.openCrush(path)
  crush.addSession(store, crush.bellows)
  store.close()
}

describe('below a folder', () => {
  test('each store is read by what it holds, though it has the name of another or none', async () => {
    const chats = cursor.openGlobal(folder.path)
    cursor.addChat(chats, cursor.BELLOWS, cursor.bellows)
    chats.close()
    const written = join(folder.path, 'globalStorage', 'state.vscdb')
    for (const beside of ['', '-wal', '-shm'])
      if (existsSync(written + beside))
        renameSync(written + beside, join(folder.path, `opencode.db${beside}`))
    const sessions = openCode.createStore(join(folder.path, 'state.vscdb'))
    openCode.addSession(sessions, openCode.forge)
    sessions.close()
    fillCrush(join(folder.path, 'data.sqlite3'))
    fillCrush(join(folder.path, 'copy of something'))
    folder.write('notes.md', HISTORY)
    const { read, reported } = await fates()
    expect(read).toEqual({
      'opencode.db': 'cursor',
      'state.vscdb': 'opencode',
      'data.sqlite3': 'crush',
      'copy of something': 'crush',
      'notes.md': 'aider',
    })
    expect(reported).toEqual([])
  })

  test('what is no session is passed over in silence, whatever it looks like', async () => {
    const other = crush.openCrush(join(folder.path, 'books.db'))
    other.run('DROP TABLE messages')
    other.close()
    folder.write('half.db', 'SQLite format 3\0and then nothing')
    folder.write('howto.md', `Aider writes such lines:\n${HISTORY}`)
    folder.write('empty.md', '')
    fillCrush(folder.write('node_modules/x/kept', ''))
    const { read, reported } = await fates()
    expect(read).toEqual({})
    expect(reported).toEqual([])
  })
})
