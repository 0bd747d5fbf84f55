import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import type { SharedHunk } from '@teamlore/shared/shared-code'
import { type WhyQuery, whyQuerySchema } from '@teamlore/shared/why'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeIngestBook } from '../books/ingest-book.ts'
import { makeOpenBooks } from '../books/open-books.ts'
import { OPEN_PROJECT, PROJECT, request } from '../books/testing/book-world.ts'
import { grantTeamScope, type TeamScope } from '../identity/teams/team-scope.ts'
import { openLinkingWorld } from '../linking/testing/linking-world.ts'
import { makeRemember } from '../memories/remember.ts'
import { makeSetProject } from '../projects/manage-projects.ts'
import { makeStoreSharedCode } from '../shared-code/store-shared-code.ts'
import { buildCommit, buildCommits, hashOfNumber } from '../testing/commit-builders.ts'
import { makeGetWhy } from './get-why.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const PATH = 'src/parser.ts'
const day = (n: number): string => `2026-03-${String(n).padStart(2, '0')}T10:00:00.000Z`
const at = (n: number) => ({ authored_at: day(n), committed_at: day(n) })
const hunk = (from: number, removed: number, lines: string[]): SharedHunk => ({
  at: from,
  removed,
  added: lines.length,
  lines,
})

/** A project of which a file changed on the 1st and the 10th of March, with a book whose note changed on these days. */
const setUp = async () => {
  const world = await openLinkingWorld(database)
  const { unitOfWork } = world.team
  const as = <R extends 'viewer' | 'admin'>(role: R) =>
    grantTeamScope({ ...world.scope, role } as Parameters<typeof grantTeamScope>[0], role)
  const openBooks = makeOpenBooks({ unitOfWork })
  let clock = new Date(day(1))
  const deps = { unitOfWork, openBooks, now: () => clock }
  await world.commit(
    buildCommit(1, { ...at(1), subject: 'Read one line' }, { status: 'added' }),
    buildCommit(2, { ...at(10), subject: 'Read many lines' }),
  )
  const [project] = await world.rowsOf('projects', 'id')
  const id = project?.['id'] as string
  const remember = (n: number, statement: string, more: object = {}) => {
    clock = new Date(day(n))
    const said = { statement, project: 'acme/parser', anchors: [{ path: PATH }], ...more }
    return makeRemember(deps)(world.scope, rememberRequestSchema.parse(said))
  }
  return {
    ...world,
    as,
    remember,
    share: async () => {
      await makeSetProject({ unitOfWork })(as('admin') as TeamScope<'admin'>, {
        id,
        shares_code: true,
      })
      const { machine, project: named } = buildCommits()
      const code = (n: number, hunks: SharedHunk[]) => ({
        sha: hashOfNumber(n),
        is_cut: false,
        files: [
          {
            path: PATH,
            old_path: null,
            status: n === 1 ? ('added' as const) : ('modified' as const),
            hunks,
          },
        ],
      })
      await makeStoreSharedCode({ unitOfWork })(world.scope, {
        machine,
        project: named,
        asked: [],
        commits: [
          code(1, [hunk(0, 0, ['const first = 1', 'const second = 2'])]),
          code(2, [hunk(0, 1, ['const every = 9'])]),
        ],
      })
    },
    ingest: (n: number, words: string, more: object = {}) =>
      makeIngestBook({ unitOfWork })(as('admin'), {
        book: 'vault',
        request: request(
          { 'open/queue.md': `title: Queue\ntype: part\nnote: ${words}` },
          {
            project: OPEN_PROJECT,
            version: {
              commit: String(n).repeat(40).slice(0, 40),
              committed_at: day(n),
              tags: [`v${n}`],
            },
            ...more,
          },
        ),
      }),
    why: (more: Partial<WhyQuery> = {}, scope: TeamScope = world.scope) => {
      clock = new Date(day(28))
      return makeGetWhy(deps)(scope, {
        ...whyQuerySchema.parse({ project: 'acme/parser', path: PATH }),
        ...more,
      })
    },
  }
}

describe('why code was as it was', () => {
  test('names memories in the words that held then, each once, and none that came later', async () => {
    const { remember, why } = await setUp()
    const first = await remember(2, 'The parser reads one line.')
    const second = await remember(11, 'The parser reads many lines.', { supersedes: first.id })
    await remember(12, 'The parser keeps comments.')
    const then = await why({ as_of: day(5) })
    expect(then.as_of).toBe(day(5))
    expect(then.text).toContain(`as of ${day(5)}`)
    expect(then.text).toContain('The parser reads one line.')
    expect(then.text).not.toContain('many lines.')
    expect(then.text).not.toContain('comments')
    expect(then.included.filter(({ id }) => id.startsWith('mem_'))).toMatchObject([
      { id: first.id },
    ])
    const later = await why({ as_of: hashOfNumber(2) })
    expect(later.text).toContain('The parser reads one line.')
    const now = await why()
    expect(now.as_of).toBeNull()
    expect(now.included.map(({ id }) => id)).toContain(second.id)
    expect((await why({ as_of: '2026-02-01' })).text).toContain('Nothing was known of this then.')
  })

  test('names the commits up to then, however many came later', async () => {
    const { commit, why } = await setUp()
    const later = Array.from({ length: 8 }, (_, n) => buildCommit(n + 3, at(n + 12)))
    await commit(...later)
    const { text } = await why({ as_of: day(5) })
    expect(text).toContain('Read one line')
    expect(text).not.toContain('Read many lines')
    expect(text).not.toContain('Commit number')
    expect((await why()).text).not.toContain('Read one line')
  })

  test('shows the lines as they were where the project shares its code, and says who had written them', async () => {
    const { share, why } = await setUp()
    expect((await why({ as_of: day(5), line: 1 })).text).not.toContain('The code then')
    await share()
    const then = await why({ as_of: day(5), line: 1, end_line: 2 })
    expect(then.text).toContain('const first = 1 ⏎ const second = 2')
    const later = await why({ as_of: day(11), line: 1 })
    expect(later.text).toContain('const every = 9')
    expect(later.text).not.toContain('const first')
    expect((await why({ as_of: day(5) })).text).toContain(`${PATH} had 2 lines.`)
    expect((await why({ as_of: day(5), line: 7 })).text).toContain('so there was no line 7')
  })

  test('says what lorebooks said of the file then, and now', async () => {
    const { ingest, why } = await setUp()
    await ingest(1, `made by ${PATH} alone`)
    await ingest(10, `made by ${PATH} and ${PATH}x`)
    await ingest(20, 'made by nothing')
    const [one, two, now] = [
      await why({ as_of: day(5) }),
      await why({ as_of: day(15) }),
      await why(),
    ]
    expect(one.text).toContain('What the lorebooks say')
    expect(one.text).toContain('alone')
    expect(two.text).toContain('parser.tsx')
    expect(two.text).not.toContain('alone')
    expect(now.text).not.toContain('lorebook')
    await ingest(21, `made by ${PATH} again`)
    const [named] = (await why()).included.filter(({ reason }) => reason === 'named')
    expect(named).toMatchObject({ id: expect.stringMatching(/^ent_/), via: PATH })
  })

  test('takes no other file for it whose name only holds its name', async () => {
    const { ingest, why } = await setUp()
    await ingest(1, `made by lib/${PATH}, ${PATH}.orig and ${PATH}x`)
    expect((await why()).text).not.toContain('lorebook')
    expect((await why({ as_of: day(5) })).text).not.toContain('lorebook')
  })

  test('shows nobody what a lorebook hides from their role, now or then', async () => {
    const { as, ingest, why } = await setUp()
    const files = request({
      'inner/core.md': `title: Core\ntype: part\nnote: keys in ${PATH}`,
    }).files
    await ingest(1, 'nothing', { project: PROJECT, files })
    for (const more of [{}, { as_of: day(5) }]) {
      expect((await why(more, as('admin'))).text).toContain('keys in')
      expect((await why(more, as('viewer'))).text).not.toContain('keys in')
    }
  })

  test('names what was archived since, and nobody who wrote a line later', async () => {
    const { remember, rowsOf, why } = await setUp()
    const { id } = await remember(2, 'The parser reads one line.')
    await readAsOwner(
      database.engine,
      `with ended as (update teamlore.memories set status = 'archived' where id = '${id}' returning id)
       update teamlore.memory_versions v set valid_to = '${day(9)}' from ended where v.memory_id = ended.id returning 1`,
    )
    expect((await why()).text).not.toContain('one line.')
    expect((await why({ as_of: day(5) })).text).toContain('The parser reads one line.')
    expect((await why({ as_of: day(12) })).text).not.toContain('one line.')
    const later = { line: 1, line_sha: hashOfNumber(2) }
    expect((await why({ as_of: day(5), ...later })).text).not.toContain('Read many lines')
    expect((await why({ as_of: day(15), ...later })).text).toContain('Read many lines')
    expect(await rowsOf('commits', 'sha')).toHaveLength(2)
  })

  test('shows a commit that was rewritten since as it was, and what was taken back then as such', async () => {
    const { commit, why } = await setUp()
    await commit(
      buildCommit(3, {
        ...at(12),
        subject: 'Revert "Read many lines"',
        mentions: [{ relation: 'reverts', sha: hashOfNumber(2) }],
      }),
      buildCommit(4, {
        ...at(20),
        subject: 'Revert "Revert "Read many lines""',
        mentions: [{ relation: 'reverts', sha: hashOfNumber(3) }],
      }),
    )
    expect((await why({ as_of: day(15) })).text).toContain('taken back on 2026-03-12')
    expect((await why({ as_of: day(25) })).text).not.toContain('taken back on 2026-03-12')
    expect((await why({ as_of: day(11) })).text).not.toContain('taken back')
  })

  test.each([
    '.ci/run',
    'app/[id]/page.tsx',
    'docs/a b.md',
    'Makefile',
    `${'語'.repeat(300)}/a.ts`,
  ])('finds what a lorebook says of %s', async (path) => {
    const { commit, ingest, why } = await setUp()
    await commit(buildCommit(3, at(12), { path }))
    await ingest(1, `made by ${path} alone`)
    const { text } = await why({ path })
    // A bare name is that of any repository.
    if (path.includes('/')) expect(text).toContain('What the lorebooks say')
    else expect(text).not.toContain('What the lorebooks say')
  })

  test('refuses a time that is none', async () => {
    const { why } = await setUp()
    await expect(why({ as_of: 'soon' })).rejects.toMatchObject({ code: 'memory.as_of_unknown' })
  })
})
