import type { NewProposal } from '@teamlore/db'
import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { TeamRole } from '@teamlore/shared'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantSystemScope, grantTeamScope, type TeamScope } from '../identity/teams/team-scope.ts'
import { createIngestWorld } from '../testing/ingest-world.ts'
import { makeDecideBookProposal, makeListBookProposals } from './book-proposals.ts'
import { makeIngestBook } from './ingest-book.ts'
import { makeOpenBooks } from './open-books.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const PROJECT = `project: court
version: 1
layers:
  - { name: open, paths: [./open/], canonical: true, depends_on: [inner] }
  - { name: inner, paths: [./inner/], canonical: true, needs: admin }
`
const SCHEMA = `version: 1
entity_types:
  - name: person
    field_mappings:
      - { field: knows, relationship: KNOWS }
      - { field: betrays, relationship: BETRAYS }
relationship_types:
  - { name: KNOWS, inverse: KNOWN_TO }
  - { name: BETRAYS, inverse: BETRAYED_BY, needs: admin }
`
const BODY = 'She smiles at the king, and   He trusts [[Plot|the plan]] of hers.\n'
const NOTES: Record<string, string> = {
  'open/iris.md': `---\ntitle: Iris\ntype: person\n---\n${BODY}`,
  'open/king.md': '---\ntitle: King\ntype: person\n---\nOld.\n',
  'inner/plot.md': '---\ntitle: Plot\ntype: person\n---\nSecret.\n',
}

/** Every field and quote of a proposal from Iris to the King. */
const PROPOSED: [field: string, quote: string][] = [
  ['knows', 'she smiles at the king, and he'],
  ['betrays', 'She smiles at the king'],
  ['related', 'He trusts [[Plot|the plan]] of hers'],
]

test('what is proposed is shown to who sees its field and the words that it rests on', async () => {
  const world = await createIngestWorld(database.engine)
  const { unitOfWork, teamId } = world.team
  const openBooks = makeOpenBooks({ unitOfWork })
  const as = <R extends TeamRole>(role: R): TeamScope<R> =>
    grantTeamScope({ ...world.scope, role } as Parameters<typeof grantTeamScope>[0], role)
  await makeIngestBook({ unitOfWork })(as('admin'), {
    book: 'court',
    request: {
      project: PROJECT,
      schema: SCHEMA,
      has_more: false,
      dry_run: false,
      is_past: false,
      allow_deletions: true,
      files: Object.entries(NOTES).map(([path, text]) => ({ path, text, hash: `of ${path}` })),
    },
  })
  const { entities } = (await openBooks(as('admin'), 'court')).book
  const keyOf = (wanted: string) => entities.find(({ name }) => name === wanted)?.key ?? ''
  await unitOfWork.inTeam(grantSystemScope(teamId), async ({ books, bookProposals }) => {
    const book = await books.find('court')
    if (book === undefined) throw new Error('The book is missing.')
    await bookProposals.add(
      book.id,
      PROPOSED.map(
        ([field, quote], at): NewProposal => ({
          id: `${at}`,
          from_key: keyOf('Iris'),
          to_key: keyOf('King'),
          field,
          quote,
          source_file: 'open/iris.md',
          proposed_by: 'model',
          found_in: null,
        }),
      ),
    )
  })
  const list = makeListBookProposals({ unitOfWork, openBooks })
  const listed = async (scope: TeamScope) =>
    (await list(scope, { book: 'court', query: {} })).items
      .filter(({ proposed_by }) => proposed_by === 'model')
      .map(({ field, quote }) => [field, quote])
  expect(await listed(as('admin'))).toEqual(PROPOSED)
  expect(await listed(as('viewer'))).toEqual(PROPOSED.slice(0, 1))
  const decide = (id: string) =>
    makeDecideBookProposal({ unitOfWork, openBooks })(as('member'), {
      book: 'court',
      request: { id, decision: 'confirmed' },
    })
  for (const id of ['1', '2'])
    await expect(decide(id)).rejects.toMatchObject({ code: 'book.proposal_not_found' })
  expect(await decide('0')).toEqual({ id: '0', decision: 'confirmed' })
})
