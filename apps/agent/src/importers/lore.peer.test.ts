import { openSqlite } from '@teamlore/sources/files/open-sqlite'
import { openDatabase } from '@teamlore/sources/testing/make-sqlite'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { expect, test } from 'vitest'
import { lorePeer } from './lore.peer.ts'
import { loreDatabase } from './testing/peer-databases.ts'

test('a link of which nobody wrote down when it was made is as old as its session', async () => {
  const folder = temporaryFolder()
  const path = loreDatabase(`${folder.path}/lore.db`)
  const database = openDatabase(path)
  database.run('ALTER TABLE session_links DROP COLUMN created_at')
  database.run("UPDATE sessions SET ended_at = '2025-03-04T06:00:00+01:00'")
  database.close()
  const file = await openSqlite(path)
  const [session] = [...lorePeer.read(file, path).sessions]
  file.close()
  folder.remove()
  const link = session?.observations.find(({ key }) => key.startsWith('link:'))
  expect(link?.occurred_at).toBe('2025-03-04T05:00:00.000Z')
})
