import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { foldHookCounts, readHookCounts } from './hook-counts.ts'
import { hookPlaces } from './hook-places.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

test.each([
  { system: 'Windows', end: '\r\n' },
  { system: 'other systems', end: '\n' },
])(
  'what hooks of $system did is counted, and stays so when the list is folded',
  async ({ end }) => {
    const places = hookPlaces({ configDir: folder.path, stateDir: folder.path }, 'linux')
    const lines = ['start codex given', 'start codex none', 'end codex told', 'nonsense']
    folder.write('hooks/counts', lines.map((line) => line + end).join(''))
    const counted = { given: 1, none: 1, told: 1, stale: 0 }
    expect(await readHookCounts(places)).toMatchObject(counted)
    await foldHookCounts(places)
    expect(await readHookCounts(places)).toMatchObject(counted)
  },
)
