import { readAsOwner } from '@teamlore/db/testing'
import type { MemoryFileId } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OwnSearchWorld, openSearchWorld } from '../search/testing/search-world.ts'
import { createLossWorld } from '../testing/loss-world.ts'
import { buildMemoryFile } from '../testing/memory-file-builders.ts'

let database: OwnSearchWorld
beforeAll(async () => {
  database = await openSearchWorld()
})
afterAll(() => database[Symbol.asyncDispose]())

const setUp = async () => {
  const world = await createLossWorld(database.engine)
  return {
    ...world,
    /** Changes rows behind everybody's back. */
    alter: (table: string, assignment: string) =>
      readAsOwner(
        database.engine,
        `update teamlore.${table} set ${assignment} where team_id = '${world.team.teamId}'`,
      ),
  }
}

const BERTHS = buildMemoryFile({ path: 'docs/CLAUDE.md' })
const TIDES = buildMemoryFile({ path: 'AGENTS.md', text: '# Tides\n\nMind the tides.\n' })
const QUAYS = buildMemoryFile({
  path: 'QUAYS.md',
  text: Array.from({ length: 200 }, (_, n) => `Quay ${n} is kept for the pilot.`).join('\n\n'),
})

describe('indexing a memory file again whose rows in the index are lost', () => {
  test('brings back its rows as they were, and no other; it is found again, and embedded', async () => {
    const { mirror, reindexFile, lose, indexed, ask, embed, rowsOf } = await setUp()
    const files = await mirror([BERTHS, TIDES])
    const before = await indexed()
    await lose()
    expect(await reindexFile(files.get('docs/CLAUDE.md'))).toEqual({ state: 'indexed' })
    expect(await indexed()).toEqual(
      before.filter(({ title }) => title === 'docs/CLAUDE.md: Harbour'),
    )
    expect(await reindexFile(files.get('AGENTS.md'))).toEqual({ state: 'indexed' })
    expect(await indexed()).toEqual(before)
    expect((await ask('berths numbered')).items).toHaveLength(1)
    expect((await rowsOf('outbox', 'id, type')).map(({ type }) => type)).toEqual(
      Array.from({ length: 3 }, () => 'documents.queued'),
    )
    await embed()
    expect(await rowsOf('document_vectors', 'document_id')).toHaveLength(before.length)
  })

  test('leaves rows that are still there as they are, with their ids and vectors', async () => {
    const { mirror, reindexFile, lose, indexed, embed, rowsOf } = await setUp()
    const files = await mirror([QUAYS])
    await embed()
    const before = await indexed()
    expect(before.length).toBeGreaterThan(3)
    for (const chunk of [0, 1, before.length - 1]) {
      await lose(`chunk = ${chunk}`)
      const kept = await rowsOf('documents', 'id, ctid::text, xmin::text')
      const vectors = await rowsOf('document_vectors', 'document_id')
      expect(await reindexFile(files.get('QUAYS.md'))).toEqual({ state: 'indexed' })
      expect(await indexed()).toEqual(before)
      const standing = await rowsOf('documents', 'id, ctid::text, xmin::text')
      expect(standing).toEqual(expect.arrayContaining(kept))
      expect(await rowsOf('document_vectors', 'document_id')).toEqual(vectors)
      await embed()
    }
  })

  test('brings back one as long as the limit', async () => {
    const { mirror, reindexFile, lose, indexed } = await setUp()
    const text = 'Quay walls are inspected twice a year by the office.\n\n'.repeat(4_000)
    const files = await mirror([buildMemoryFile({ text: text.slice(0, 200_000), is_cut: true })])
    const before = await indexed()
    expect(before.length).toBeGreaterThan(100)
    await lose()
    expect(await reindexFile(files.get('CLAUDE.md'))).toEqual({ state: 'indexed' })
    expect(await indexed()).toEqual(before)
  })

  test('writes nothing where nothing is lost, nor where nothing is to be found', async () => {
    const { mirror, reindexFile, versions, alter } = await setUp()
    const empty = buildMemoryFile({ path: 'EMPTY.md', text: '' })
    const silent = buildMemoryFile({ path: 'SILENT.md', text: '---\n\n***\n' })
    await mirror([buildMemoryFile({ path: 'GONE.md' })])
    const files = await mirror([BERTHS, QUAYS, empty, silent], { revision: 2 })
    const areWhole = async () => {
      const before = await versions()
      for (const id of files.values()) expect(await reindexFile(id)).toEqual({ state: 'whole' })
      expect(await versions()).toEqual(before)
    }
    expect(files.size).toBe(5)
    await areWhole()
    // As those that came in before anybody counted.
    await alter('memory_files', 'documents = null')
    await areWhole()
  })

  test('asked for twice at once is done once', async () => {
    const { mirror, reindexFile, lose, indexed } = await setUp()
    const id = (await mirror([QUAYS])).get('QUAYS.md')
    const before = await indexed()
    await lose()
    const done = await Promise.all([reindexFile(id), reindexFile(id), reindexFile(id)])
    expect(done.map(({ state }) => state).sort()).toEqual(['indexed', 'whole', 'whole'])
    expect(await indexed()).toEqual(before)
  })

  test('while its folder is reported with other words ends with those', async () => {
    const { mirror, reindexFile, lose, rowsOf } = await setUp()
    const id = (await mirror([BERTHS])).get('docs/CLAUDE.md')
    await lose()
    const changed = { ...BERTHS, text: 'Berths are named after birds.' }
    await Promise.all([reindexFile(id), mirror([changed], { revision: 2 }), reindexFile(id)])
    expect(await rowsOf('documents', 'body')).toEqual([{ body: 'Berths are named after birds.' }])
    expect(await reindexFile(id)).toEqual({ state: 'whole' })
  })

  test('takes secrets out, also those that only a later rule knows, and is whole then', async () => {
    const { mirror, reindexFile, lose, team, indexed, alter } = await setUp()
    const id = (await mirror([BERTHS])).get('docs/CLAUDE.md')
    const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
    // As a restored database of before redaction may hold them.
    await alter(
      'memory_files',
      `text = '# On Project Nightjar\n\nIs ${token} valid?', git_branch = 'fix-${token}'`,
    )
    await team.unitOfWork.inTeam({ teamId: team.teamId, userId: 'system' }, ({ redactionRules }) =>
      redactionRules.set(
        { rules: [{ name: 'code names', pattern: 'Project Night\\w+', flags: '' }] } as never,
        new Date(),
      ),
    )
    await lose()
    expect(await reindexFile(id)).toEqual({ state: 'indexed' })
    const found = JSON.stringify(await indexed())
    expect(found).toContain('valid')
    for (const secret of [token, 'Nightjar', 'nightjar', 'a1b2c3'])
      expect(found).not.toContain(secret)
    expect(await reindexFile(id)).toEqual({ state: 'whole' })
  })

  test('keeps what is private to its owner private', async () => {
    const { mirror, reindexFile, lose, indexed, ask, person, search, member } = await setUp()
    const own = buildMemoryFile({ path: 'CLAUDE.local.md', is_personal: true })
    const id = (await mirror([own])).get('CLAUDE.local.md')
    const before = await indexed()
    await lose()
    expect(await reindexFile(id)).toEqual({ state: 'indexed' })
    expect(await indexed()).toEqual(before)
    expect(before).toMatchObject([{ private_to: member.userId }])
    expect((await ask('berths numbered')).items).toHaveLength(1)
    const asked = { q: 'berths numbered', scope: 'all', include_superseded: false, limit: 20 }
    expect((await search(await person('Bob'), asked as never)).items).toEqual([])
  })

  test('never reaches a file of another team', async () => {
    const ours = await setUp()
    const theirs = await setUp()
    const id = (await theirs.mirror([BERTHS])).get('docs/CLAUDE.md')
    await theirs.lose()
    const before = await theirs.versions()
    expect(await ours.reindexFile(id)).toEqual({ state: 'whole' })
    expect(await theirs.versions()).toEqual(before)
  })

  test('is nothing where the file is no longer known', async () => {
    const { reindexFile } = await setUp()
    expect(await reindexFile('mfl_gone' as MemoryFileId)).toEqual({ state: 'whole' })
  })
})

describe('rows of the index that are of another version of a memory file', () => {
  test('of an older text, or for other readers, become those of what it says now', async () => {
    const { mirror, reindexFile, indexed, ask, alter } = await setUp()
    const id = (await mirror([BERTHS])).get('docs/CLAUDE.md')
    const before = await indexed()
    for (const old of [
      `body = 'Berths are named after birds.', occurred_at = '2026-02-01T08:00:00Z'`,
      `private_to = 'usr_somebody'`,
      'project_id = null',
    ]) {
      await alter('documents', old)
      expect(await reindexFile(id), old).toEqual({ state: 'indexed' })
      expect(await indexed(), old).toEqual(before)
      expect((await ask('berths numbered')).items).toHaveLength(1)
    }
    expect(await reindexFile(id)).toEqual({ state: 'whole' })
  })

  test('that is gone leave the index, and it is not served as current again', async () => {
    const { mirror, reindexFile, alter, rowsOf, ask } = await setUp()
    const id = (await mirror([BERTHS])).get('docs/CLAUDE.md')
    // As when only the file's row was restored from after it was deleted.
    await alter('memory_files', 'gone_at = now()')
    expect(await reindexFile(id)).toEqual({ state: 'indexed' })
    expect(await rowsOf('documents', 'id')).toEqual([])
    expect((await ask('berths numbered')).items).toEqual([])
    expect(await rowsOf('memory_files', 'gone_at is null as is_here, documents')).toEqual([
      { is_here: false, documents: 0 },
    ])
    // Nor when it counts rows that it had before.
    await alter('memory_files', 'documents = 1')
    expect(await reindexFile(id)).toEqual({ state: 'whole' })
  })
})
