import { join } from 'node:path'
import { createCrushSource } from './crush/crush.source.ts'
import * as crush from './crush/testing/make-crush.ts'
import { createCursorSource } from './cursor/cursor.source.ts'
import * as cursor from './cursor/testing/make-cursor.ts'
import { createGooseSource } from './goose/goose.source.ts'
import * as goose from './goose/testing/make-goose.ts'
import { createKiroSource } from './kiro/kiro.source.ts'
import * as kiro from './kiro/testing/make-kiro.ts'
import { createOpenCodeSource } from './opencode/opencode.source.ts'
import * as newer from './opencode/testing/make-newer-store.ts'
import * as openCode from './opencode/testing/make-store.ts'
import { describeHostileValues } from './testing/hostile-values.ts'
import * as zed from './zed/testing/make-zed.ts'
import { createZedSource } from './zed/zed.source.ts'

const nowhere = { home: '/nonexistent', platform: 'linux', variables: {} } as const

describeHostileValues('OpenCode', {
  make: () => createOpenCodeSource(nowhere),
  store: (folder, twist) => {
    const database = openCode.createStore(join(folder, 'opencode.db'))
    const messages = openCode.forge.messages.map(({ id, data, parts }) => ({
      id,
      data: twist(data),
      parts: parts.map(twist),
    }))
    openCode.addSession(database, { ...openCode.forge, messages })
    database.close()
  },
})

describeHostileValues('OpenCode 2', {
  make: () => createOpenCodeSource(nowhere),
  store: (folder, twist) => {
    const database = newer.createNewerStore(join(folder, 'opencode.db'))
    const rows = newer.smithy.rows.map((row) => ({ ...row, data: twist(row.data) }))
    newer.addNewerSession(database, { ...newer.smithy, rows })
    database.close()
  },
})

describeHostileValues('Cursor', {
  make: () => createCursorSource(nowhere),
  store: (folder, twist) => {
    const database = cursor.openGlobal(folder)
    cursor.addChat(database, cursor.BELLOWS, cursor.bellows)
    for (const bubble of cursor.bellows)
      database.insert('cursorDiskKV', {
        key: `bubbleId:${cursor.BELLOWS}:${String(bubble['bubbleId'])}`,
        value: twist(bubble),
      })
    database.close()
  },
})

describeHostileValues('Crush', {
  make: () => createCrushSource(nowhere),
  store: (folder, twist) => {
    const database = crush.openCrush(join(folder, 'crush.db'))
    const messages = crush.bellows.messages.map((one) => ({ ...one, parts: twist(one.parts) }))
    crush.addSession(database, { ...crush.bellows, messages })
    database.close()
  },
})

describeHostileValues('Goose', {
  make: () => createGooseSource(nowhere),
  store: (folder, twist) => {
    const database = goose.openGoose(join(folder, 'sessions.db'))
    goose.addSession(
      database,
      '1',
      goose.bellows.map(({ role, content }) => ({ role, content: twist(content) })),
    )
    database.close()
  },
})

describeHostileValues('Zed', {
  make: () => createZedSource(nowhere),
  store: (folder, twist) => {
    const database = zed.openZed(join(folder, 'threads.db'))
    zed.addThread(database, 'a', twist(zed.bellows))
    zed.addThread(database, 'b', twist(zed.older))
    database.close()
  },
})

describeHostileValues('Kiro', {
  make: () => createKiroSource(nowhere),
  store: (folder, twist) => {
    const database = kiro.openKiro(join(folder, 'data.sqlite3'))
    kiro.add(database, 'a', twist(kiro.bellows('a')))
    database.close()
  },
})
