import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import type { IngestBookRequest } from '@teamlore/shared/books'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createIngestWorld } from '../testing/ingest-world.ts'
import { makeGetBookEntity } from './ask-book.ts'
import { makeIngestBook } from './ingest-book.ts'
import { makeOpenBooks } from './open-books.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const PROJECT = `project: quay
version: 1
layers:
  - { name: is, paths: [./is/], canonical: true }
`
const SCHEMA = `version: 1
entity_types:
  - name: part
    properties: [{ name: status, type: string }]
    field_mappings: [{ field: beside, relationship: BESIDE }]
relationship_types:
  - { name: BESIDE, symmetric: true }
`

type File = IngestBookRequest['files'][number]
const note = (path: string, status: string, hash = status, title = 'Quay'): File => ({
  path,
  hash,
  text: `---\ntitle: ${title}\ntype: part\nstatus: ${status}\nbeside: [Tower]\n---\nAt the water.\n`,
})
const bare = ({ path, hash }: File): File => ({ path, hash })

const setUp = async () => {
  const { scope, team } = await createIngestWorld(database.engine)
  const { unitOfWork } = team
  const openBooks = makeOpenBooks({ unitOfWork })
  const owner = (query: string) => readAsOwner<{ v: string }>(database.engine, query)
  /** Sends books as one process of the server does. */
  const newProcess = () => {
    const ingest = makeIngestBook({ unitOfWork })
    return (files: File[], more: Partial<IngestBookRequest> = {}) => {
      const rest = {
        has_more: false,
        dry_run: false,
        is_past: false,
        allow_deletions: true,
        ...more,
      }
      const request = { project: PROJECT, schema: SCHEMA, files, ...rest }
      return ingest(scope, { book: 'quay', request })
    }
  }
  const ofTeam = `where team_id = '${team.teamId}'`
  return {
    newProcess,
    send: newProcess(),
    status: async (at?: string) => {
      const query = { name: 'Quay', ...(at !== undefined && { at }) }
      const get = makeGetBookEntity({ openBooks })
      return (await get(scope, { book: 'quay', query })).properties['status']
    },
    texts: async () =>
      (await owner(`select text as v from teamlore.book_files ${ofTeam}`)).map(({ v }) => v),
    filesHash: async () =>
      (await owner(`select files_hash as v from teamlore.books ${ofTeam}`))[0]?.v,
    noteHash: (hash: string | undefined) =>
      owner(`update teamlore.books set files_hash = '${hash}' ${ofTeam} returning files_hash as v`),
  }
}

describe('files of a lorebook that share a path', () => {
  test('leave the book its first, and are reported', async () => {
    const { send, status } = await setUp()
    const twice = [note('is/quay.md', 'first'), note('is/quay.md', 'second', 'second', 'Pier')]
    const answer = await send(twice)
    expect(answer).toMatchObject({ state: 'ingested', summary: { entities: 2 } })
    expect(answer.problems).toContainEqual(
      expect.objectContaining({ rule: 'duplicate-path', file: 'is/quay.md' }),
    )
    expect(await status()).toBe('first')
    expect(await send(twice)).toMatchObject({ state: 'unchanged' })
    expect((await send(twice.slice(0, 1))).problems).not.toContainEqual(
      expect.objectContaining({ rule: 'duplicate-path' }),
    )
  })

  test('may do so only without their secrets', async () => {
    const { send } = await setUp()
    const [one, other] = ['aB3dE5fG7hJ9', 'kL2mN4pQ6rS8'].map(
      (part) => `is/ghp_${part.repeat(3)}.md`,
    )
    const answer = await send([
      note(one ?? '', 'first'),
      note(other ?? '', 'second', 'second', 'Pier'),
    ])
    expect(answer.state).toBe('ingested')
    expect(answer.problems.map(({ rule }) => rule)).toContain('duplicate-path')
  })

  test('may be the very same, sent in full', async () => {
    const { send } = await setUp()
    const same = note('is/quay.md', 'first')
    expect(await send([same, same], { full: true })).toMatchObject({ state: 'ingested' })
  })
})

describe('texts of a lorebook that come again under the same hash', () => {
  const before = [note('is/quay.md', 'before', 'same')]
  const after = [note('is/quay.md', 'after', 'same')]

  test('count for every process, whatever it read before', async () => {
    const { newProcess, status } = await setUp()
    const [here, there] = [newProcess(), newProcess()]
    await there(before)
    await here(after, { full: true })
    await there([
      ...after,
      { path: 'is/more.md', hash: 'x', text: '---\ntitle: More\ntype: part\n---\n' },
    ])
    expect(await status()).toBe('after')
  })

  test('are not kept on a dry run, which plans with them all the same', async () => {
    const { send, texts } = await setUp()
    await send(before)
    const planned = await send(after, { full: true, dry_run: true })
    expect(planned.state).toBe('planned')
    expect(await texts()).toEqual([before[0]?.text])
    const broken = [{ ...bare(note('is/quay.md', 'x', 'same')), text: '---\ntitle: A\n' }]
    const answer = await send(broken, { full: true, dry_run: true })
    expect(answer.problems[0]).toMatchObject({ rule: 'yaml-syntax' })
  })

  test('are read at the next ingest where the full one was cut off', async () => {
    const { send, status } = await setUp()
    await send(before)
    await send(after, { full: true, has_more: true })
    expect(await send(before.map(bare))).toMatchObject({ state: 'ingested' })
    expect(await status()).toBe('after')
  })

  test('are what a version answers with from then on', async () => {
    const { send, status } = await setUp()
    const version = { commit: 'abcdef1', committed_at: '2026-01-01T00:00:00Z', tags: ['v1'] }
    await send(before, { version })
    expect(await status('v1')).toBe('before')
    await send(after, { version, is_past: true, full: true })
    expect(await status('v1')).toBe('after')
  })
})

test('a book that was ingested by a server which notes no hash is not taken for what it was before', async () => {
  const { send, status, filesHash, noteHash } = await setUp()
  const first = [note('is/quay.md', 'first')]
  await send(first)
  const noted = await filesHash()
  await send([note('is/quay.md', 'second')])
  await noteHash(noted)
  expect(await send(first)).toMatchObject({ state: 'ingested' })
  expect(await status()).toBe('first')
})
