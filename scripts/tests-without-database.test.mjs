import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testsWithoutDatabase } from './lib/tests-without-database.mjs'

const FILES = {
  'pure.test.ts': "import { add } from './add.ts'\n",
  'add.ts': "import type { Engine } from '@teamlore/db'\nexport const add = 1\n",
  'opens.test.ts': "import { openEngine } from '@teamlore/db'\n",
  'rooms/far.test.ts': "import {\n  one,\n} from '../circle.ts'\n",
  'circle.ts': "export { two } from './round.ts'\nexport const one = 1\n",
  'round.ts':
    "import { one } from './circle.ts'\nimport { createTestDatabase } from '@teamlore/db/testing'\n",
  'rooms/round.test.ts': "import { two } from '../round.ts'\n",
  'late.test.ts': "const { openEngine } = await import('@teamlore/db')\n",
  'server.test.ts': "const url = process.env['TEST_DATABASE_URL']\n",
  'asks.test.ts': "const isRealLane = process.env['TEST_ENGINE'] === 'postgres'\n",
}

let folder
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'teamlore-lanes-'))
  for (const [name, text] of Object.entries(FILES)) {
    const path = join(folder, 'src', name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

test('a test whose imports lead to a database, however far, runs on every engine; one that takes its types alone does not', () => {
  expect(testsWithoutDatabase(folder)).toEqual(['src/pure.test.ts'])
})
