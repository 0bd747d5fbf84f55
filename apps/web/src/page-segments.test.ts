import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PAGE_SEGMENTS } from '@teamlore/shared'
import { expect, test } from 'vitest'

const foldersOf = (folder: string): string[] =>
  readdirSync(join(import.meta.dirname, 'app', folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('('))
    .map(({ name }) => name)

test('every page has a name that no TEAMLORE_URL may begin its path with', () => {
  const pages = [...foldersOf('.'), ...foldersOf('(dashboard)')]
  expect([...PAGE_SEGMENTS].sort()).toEqual([...pages, '_next', 'icon.svg'].sort())
})
