import { execFileSync } from 'node:child_process'
import type { LoreClient } from '@teamlore/shared'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeFindBook } from './book-of-mcp.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const REPOSITORY = 'example.com/acme/world'
const serverWith = (...books: { name: string; repository?: string }[]) => {
  const items = books.map(({ name, repository }) => ({
    name,
    home: repository === undefined ? null : { repository, branch: 'main' },
  }))
  return { books: { list: async () => ({ items }) } } as unknown as LoreClient
}
const LORE = 'project: reef\nversion: 1\nlayers: [{ name: a, paths: [./] }]\n'
const gitHere = () => {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: folder.path, stdio: 'ignore' })
  git('init', '-q')
  git('remote', 'add', 'origin', `https://${REPOSITORY}.git`)
}

test('asks the book that is named, whatever the folder holds', async () => {
  folder.write('lorecraft.yaml', LORE)
  expect(await makeFindBook(folder.path, 'other')(serverWith({ name: 'reef' }))).toBe('other')
})

test('asks the book of the folder, from within it too, once the server has it', async () => {
  folder.write('lorecraft.yaml', LORE)
  folder.write('notes/a.md', '')
  let time = 1_000_000
  const find = makeFindBook(`${folder.path}/notes`, undefined, () => time)
  expect(await find(serverWith({ name: 'quay' }))).toBeUndefined()
  const both = serverWith({ name: 'quay' }, { name: 'reef' })
  expect(await find(both)).toBeUndefined()
  time += 61_000
  expect(await find(both)).toBe('reef')
})

test('asks the only book of the repository where the folder has none', async () => {
  gitHere()
  const books = [
    { name: 'quay', repository: 'example.com/acme/other' },
    { name: 'reef', repository: REPOSITORY },
  ]
  expect(await makeFindBook(folder.path, undefined)(serverWith(...books))).toBe('reef')
  const two = serverWith(...books, { name: 'tide', repository: REPOSITORY })
  expect(await makeFindBook(folder.path, undefined)(two)).toBeUndefined()
})
