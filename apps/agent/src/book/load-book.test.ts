import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findBookToSend, loadBook } from './load-book.ts'

const PROJECT = `project: quay
version: 1
layers: [{ name: canon, paths: [./notes/], canonical: true }]
`
const SCHEMA = 'version: 1\nentity_types:\n  - name: place\n'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
  mkdirSync(join(folder.path, 'notes'))
  write('notes/pier.md', '---\ntitle: Pier\ntype: place\n---\nA pier.\n')
  write('schema.yaml', SCHEMA)
})
afterEach(() => folder.remove())

const write = (path: string, text: string) => writeFileSync(join(folder.path, path), text)
const load = (project: string) => {
  write('lorecraft.yaml', project)
  return findBookToSend(folder.path)
}

describe('a book to send', () => {
  test('has a name and its two files', async () => {
    expect(await load(PROJECT)).toMatchObject({ name: 'quay', project: PROJECT, schema: SCHEMA })
  })

  test.each([
    ['no YAML', PROJECT.replace('true }]', 'true }'), 3],
    ['an unknown setting', PROJECT.replace('layers', 'layrs'), 3],
    ['a tab', PROJECT.replace('version', '\tversion'), 2],
    ['a name in quotes', PROJECT.replace('quay', '"quay" # ours').replace('layers', 'layrs'), 3],
  ])('goes to the server with a lorecraft.yaml that has a slip: %s', async (_, project, line) => {
    const book = await load(project)
    expect(book).toMatchObject({ name: 'quay', project })
    const { ingested, problems } = await loadBook(folder.path)
    expect(ingested).toBeUndefined()
    expect(problems).toContainEqual(expect.objectContaining({ file: 'lorecraft.yaml', line }))
  })

  test('is none where not even its name can be read', async () => {
    await expect(load('layers: [')).rejects.toMatchObject({ code: 'cli.book_unreadable' })
  })
})
