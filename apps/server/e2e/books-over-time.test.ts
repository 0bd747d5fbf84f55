import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ApiError, createClient } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLore } from './support/lore.ts'
import { isRealLane } from './support/repository.ts'
import { freePort, type Spawned } from './support/spawned.ts'
import { newHome, newKey, startEmbedded } from './support/teamlore.ts'

const PARTS = 60
/** More of them than each run needs are asked with BOOK_PAIRS=1000, over more releases. */
const PAIRS = Number(process.env['BOOK_PAIRS'] ?? 100)
const RELEASES = PAIRS < 1_000 ? 6 : 20
const PROJECT =
  'project: Works\nversion: 1\nlayers:\n  - { name: is, paths: [./is/], canonical: true }\n  - { name: log, paths: [./log/], depends_on: [is] }\n'
const SCHEMA = `version: 1
entity_types:
  - name: part
    properties:
      - { name: status, type: string, default: new }
      - { name: hands, type: list }
    field_mappings: [{ field: needs, relationship: NEEDS, target_type: [part] }]
  - name: event
relationship_types: [{ name: NEEDS, inverse: NEEDED_BY }]
`

/** A book in a git repository: what was, and what people confirmed, through the built agent and server. */
describe.skipIf(isRealLane)('a lorebook in a repository', () => {
  const serverHome = newHome()
  const adminKey = newKey()
  const root = mkdtempSync(join(tmpdir(), 'teamlore-works-'))
  const lore = createLore({ cwd: root })
  let server: Spawned
  let client: ReturnType<typeof createClient>
  let fresh: typeof client
  let day = 1
  let state = 11
  const below = (limit: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % limit
  }

  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
      cwd: root,
      encoding: 'utf8',
      env: {
        ...process.env,
        GIT_COMMITTER_DATE: `2026-03-${String(day).padStart(2, '0')}T10:00:00Z`,
      },
    })
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const part = (): string => `Part ${below(PARTS)}`
  const writeRelease = (release: number): void => {
    for (let at = 0; at < PARTS; at += 1) {
      const path = `is/${at} ü.md`
      if (release > 1 && below(8) === 0) rmSync(join(root, path), { force: true })
      else if (release === 1 || below(3) === 0)
        write(
          path,
          `---\ntitle: Part ${at}\ntype: part\nstatus: s${below(9)}\nneeds: [${part()}]\n---\nPart ${at}.\n`,
        )
    }
    const changes = Array.from({ length: 4 }, () => {
      const how = [`value: v${release}`, `add: h${below(5)}`, `remove: h${below(5)}`, 'unset: true']
      return `  - { entity: ${part()}, property: ${['status', 'hands'][below(2)]}, ${how[below(4)]} }`
    })
    write(
      `log/${release}.md`,
      `---\ntitle: Release ${release}\ntype: event\nsession: ${release}\nconsequences:\n${changes.join('\n')}\n---\n`,
    )
  }
  const run = async (...words: string[]) => {
    const ran = await lore.run(...words)
    expect(ran.code, ran.output).toBe(0)
    return ran
  }
  const filesHere = () =>
    ['is', 'log'].flatMap((folder) =>
      readdirSync(join(root, folder)).map((name) => {
        const text = readFileSync(join(root, folder, name), 'utf8')
        const hash = createHash('sha256').update(text).digest('hex')
        return { path: `${folder}/${name}`, text, hash }
      }),
    )

  beforeAll(async () => {
    const port = await freePort()
    server = startEmbedded({ home: serverHome, port, adminKey })
    await server.says(/Teamlore is ready at/)
    const baseUrl = `http://localhost:${port}`
    client = createClient({ baseUrl, key: adminKey })
    // A key may ask so much in a minute, and there are two sides to ask.
    const { key } = await client.keys.create({ name: 'fresh', role: 'member' })
    fresh = createClient({ baseUrl, key })
    await run('login', '--server', `http://localhost:${port}`, '--key', adminKey)
    git('init', '-q')
    write('lorecraft.yaml', PROJECT)
    write('schema.yaml', SCHEMA)
    for (let release = 1; release <= RELEASES; release += 1) {
      day = release
      writeRelease(release)
      git('add', '-A')
      git('commit', '-qm', `Release ${release}`)
      git('tag', `v${release}`)
    }
  })
  afterAll(async () => {
    await server?.stop('SIGTERM')
    lore.dispose()
    rmSync(serverHome, { recursive: true, force: true })
    rmSync(root, { recursive: true, force: true })
  })

  test('answers the state of any entity at any tag as a fresh ingest of that checkout does', async () => {
    await run('book', 'ingest', '--versions')
    for (let release = 1; release <= RELEASES; release += 1) {
      git('checkout', '-q', `v${release}`)
      const book = {
        project: PROJECT.replace('Works', 'Fresh'),
        schema: SCHEMA,
        files: filesHere(),
        has_more: false,
        is_past: false,
        dry_run: false,
      }
      const bytes = Buffer.from(JSON.stringify(book))
      const answer = await fresh.books.ingest(`fresh v${release}`, bytes, 'identity')
      expect(answer.state).toBe('ingested')
    }
    const answer = (
      from: typeof client,
      book: string,
      query: Parameters<typeof client.books.state>[1],
    ) =>
      from.books.state(book, query).catch((error: unknown) => {
        // What was not there yet, or no more.
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      })
    let known = 0
    for (let at = 0; at < PAIRS; at += 1) {
      const [name, release] = [part(), 1 + below(RELEASES)]
      const query = { name, layer: 'log' }
      const then = await answer(client, 'Works', { ...query, at: `v${release}` })
      expect([name, release, then]).toEqual([
        name,
        release,
        await answer(fresh, `fresh v${release}`, query),
      ])
      if (then !== null) known += 1
    }
    expect(known).toBeGreaterThan(PAIRS / 2)
    process.stdout.write(
      `state at a tag: ${PAIRS} of ${PAIRS} random pairs as a fresh ingest, ${known} of them of entities there were\n`,
    )
  })

  test('takes what people confirmed from its files, where a command writes it', async () => {
    git('checkout', '-q', '-b', 'work')
    const before =
      '---\n# by hand\ntitle: Crane\ntype: part\n---\nThe Crane lifts the Winch tower.\n'
    write('is/crane.md', before)
    write('is/winch.md', '---\ntitle: Winch tower\ntype: part\n---\n')
    const elsewhere = await lore.run('book', 'ingest')
    expect(elsewhere.code, elsewhere.output).toBe(1)
    expect(elsewhere.output).toContain('lore book ingest --move-home')
    await run('book', 'ingest', '--move-home', '--allow-deletions')
    const proposed = async () =>
      (await client.books.proposals('Works', {})).items.filter(({ from }) => from === 'Crane')
    const [found] = await proposed()
    expect(found).toMatchObject({ to: 'Winch tower', field: 'related', state: 'open' })
    expect((await run('book', 'apply')).output).toContain('0 written')
    await client.books.decide('Works', { id: found?.id ?? '', decision: 'confirmed' })
    const { items } = await client.books.relationships('Works', { name: 'Crane' })
    expect(items).toEqual([])
    expect((await run('book', 'apply', '--dry-run')).output).toContain('1 would be written')
    expect(readFileSync(join(root, 'is/crane.md'), 'utf8')).toBe(before)
    await run('book', 'apply')
    expect(readFileSync(join(root, 'is/crane.md'), 'utf8')).toBe(
      before.replace('type: part\n', 'type: part\nrelated: [Winch tower]\n'),
    )
    await run('book', 'ingest')
    const after = await client.books.relationships('Works', { name: 'Crane' })
    expect(after.items).toMatchObject([{ relationship: 'RELATED_TO', name: 'Winch tower' }])
    expect(await proposed()).toEqual([])
  })
})
