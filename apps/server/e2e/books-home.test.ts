import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createClient } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLore } from './support/lore.ts'
import { isRealLane, repositoryRoot } from './support/repository.ts'
import { freePort, type Spawned } from './support/spawned.ts'
import { newHome, newKey, startEmbedded } from './support/teamlore.ts'

const NOTES = 12
const PROJECT =
  'project: quay\nversion: 1\nlayers: [{ name: canon, paths: [notes], canonical: true }]\n'
const SCHEMA = `version: 1
entity_types:
  - name: place
    field_mappings: [{ field: part_of, relationship: PART_OF }]
relationship_types: [{ name: PART_OF, inverse: HAS_PART }]
`
const GIT_USER = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
const hasTerminal = spawnSync('script', ['--version']).status === 0

/** A book of a team, and folders elsewhere that bear its name, through the built agent and server. */
describe.skipIf(isRealLane)('the notes of a team', () => {
  const serverHome = newHome()
  const adminKey = newKey()
  const base = mkdtempSync(join(tmpdir(), 'teamlore-quay-'))
  const folder = (name: string): string => join(base, name)
  const lores: ReturnType<typeof createLore>[] = []
  const logins = new Map<string, ReturnType<typeof createLore>>()
  let server: Spawned
  let address = ''
  let client: ReturnType<typeof createClient>

  const git = (where: string, ...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
      cwd: where,
      encoding: 'utf8',
      env: { ...process.env, ...GIT_USER },
    })
  const write = (where: string, path: string, text: string): void => {
    mkdirSync(dirname(join(where, path)), { recursive: true })
    writeFileSync(join(where, path), text)
  }
  const note = (at: number): string =>
    `---\ntitle: Pier ${at}\ntype: place\npart_of: Pier 1\n---\nPier ${at}.\n`
  const writeBook = (where: string, notes: number): void => {
    write(where, 'lorecraft.yaml', PROJECT)
    write(where, 'schema.yaml', SCHEMA)
    for (let at = 1; at <= notes; at += 1) write(where, `notes/${at}.md`, note(at))
  }
  const commit = (where: string, subject: string): void => {
    git(where, 'add', '-A')
    git(where, 'commit', '-qm', subject)
  }
  /** The command in a folder, with one login for all that one key is used for. */
  const loreIn = async (where: string, key = adminKey, env: Record<string, string> = {}) => {
    const known = logins.get(key)
    const shared = known && { LORE_CONFIG_DIR: known.folder, XDG_STATE_HOME: known.folder }
    const lore = createLore({ cwd: where, env: { ...shared, ...env } })
    lores.push(lore)
    if (known) return { ...lore, folder: known.folder }
    const login = await lore.run('login', '--server', address, '--key', key)
    expect(login.code, login.output).toBe(0)
    logins.set(key, lore)
    return lore
  }
  const count = async (): Promise<number> =>
    (await client.books.entities('quay', {})).items.filter(({ is_placeholder }) => !is_placeholder)
      .length

  beforeAll(async () => {
    const port = await freePort()
    server = startEmbedded({ home: serverHome, port, adminKey })
    await server.says(/Teamlore is ready at/)
    address = `http://localhost:${port}`
    client = createClient({ baseUrl: address, key: adminKey })
    mkdirSync(folder('first'))
    git(folder('first'), 'init', '-q', '-b', 'main')
    writeBook(folder('first'), 1)
    commit(folder('first'), 'One note')
    git(folder('first'), 'branch', 'old')
    writeBook(folder('first'), NOTES)
    commit(folder('first'), 'Twelve notes')
    git(base, 'clone', '-q', '--bare', 'first', 'origin.git')
    git(base, 'clone', '-q', 'origin.git', 'home')
    const sent = await (await loreIn(folder('home'))).run('book', 'ingest')
    expect(sent.code, sent.output).toBe(0)
    expect(sent.output).toContain('branch main from now on')
  })
  afterAll(async () => {
    await server?.stop('SIGTERM')
    for (const lore of lores) lore.dispose()
    rmSync(serverHome, { recursive: true, force: true })
    rmSync(base, { recursive: true, force: true })
  })

  test('lose nothing to another repository of the same project name with one note', async () => {
    mkdirSync(folder('other'))
    git(folder('other'), 'init', '-q', '-b', 'main')
    writeBook(folder('other'), 1)
    commit(folder('other'), 'Another book')
    const lore = await loreIn(folder('other'))
    for (const words of [[], ['--allow-deletions'], ['--full']]) {
      const { code, output } = await lore.run('book', 'ingest', ...words)
      expect(code, output).toBe(1)
      expect(output).toContain('11 entities would be deleted')
      expect(output).toContain('lore book ingest --move-home')
      process.stdout.write(
        `lore book ingest ${words.join(' ')} from another repository:\n${output}`,
      )
    }
    expect(await count()).toBe(NOTES)
  })

  test('lose nothing to an old branch, nor to an old commit that is checked out', async () => {
    git(base, 'clone', '-q', 'origin.git', 'behind')
    const lore = await loreIn(folder('behind'))
    for (const place of [
      ['-q', 'old'],
      ['-q', '--detach', 'old'],
    ]) {
      git(folder('behind'), 'checkout', ...place)
      const { code, output } = await lore.run('book', 'ingest')
      expect(code, output).toBe(1)
      expect(output).toContain('lore book ingest --move-home')
      process.stdout.write(`lore book ingest from ${place.at(-1)}:\n${output}`)
    }
    expect(await count()).toBe(NOTES)
  })

  test('are not watched from elsewhere, and no build changes them', async () => {
    const watched = await (await loreIn(folder('other'))).run('book', 'watch')
    expect(watched.code, watched.output).toBe(1)
    expect(watched.output).toContain('neither `watch` nor a build')
    const build = await loreIn(folder('other'), adminKey, { CI: 'true' })
    const built = await build.run('book', 'ingest')
    expect(built.code, built.output).toBe(1)
    expect(built.output).toContain('neither `watch` nor a build')
    expect(await count()).toBe(NOTES)
  })

  test('are deleted from home where that is said, and a dry run and a build say so', async () => {
    for (let at = 2; at <= NOTES; at += 1) rmSync(join(folder('home'), `notes/${at}.md`))
    const dry = await (await loreIn(folder('home'))).run('book', 'ingest', '--dry-run')
    expect(dry.code, dry.output).toBe(0)
    expect(dry.output).toContain('11 entities would be deleted')
    const build = await loreIn(folder('home'), adminKey, { GITHUB_ACTIONS: 'true' })
    const built = await build.run('book', 'ingest')
    expect(built.code, built.output).toBe(1)
    expect(built.output).toContain('Nobody can be asked here')
    expect(built.output).toContain('--allow-deletions')
    expect(await count()).toBe(NOTES)
  })

  test.skipIf(!hasTerminal)('are asked for at a terminal, and come back by an undo', async () => {
    const lore = await loreIn(folder('home'))
    const atTerminal = (typed: string) =>
      spawnSync(
        'script',
        [
          '-qec',
          `'${process.execPath}' '${join(repositoryRoot, 'apps/agent/bin/lore.mjs')}' book ingest`,
          '/dev/null',
        ],
        {
          cwd: folder('home'),
          encoding: 'utf8',
          input: typed,
          env: {
            PATH: process.env['PATH'] ?? '',
            HOME: process.env['HOME'] ?? '',
            LORE_CONFIG_DIR: lore.folder,
            XDG_STATE_HOME: lore.folder,
            NO_COLOR: '1',
            NODE_ENV: 'test',
          },
        },
      )
    const kept = atTerminal('\n')
    expect(kept.stdout).toContain('Type yes')
    expect([kept.status, await count()]).toEqual([1, NOTES])
    const gone = atTerminal('yes\n')
    expect([gone.status, await count()]).toEqual([0, 1])
    const undone = await lore.run('book', 'undo')
    expect(undone.code, undone.output).toBe(0)
    expect(undone.output).toContain(`${NOTES} entities, 12 relationships`)
    process.stdout.write(`at a terminal:\n${gone.stdout}lore book undo:\n${undone.output}`)
    expect(await count()).toBe(NOTES)
    const { output } = await lore.run('book', 'undo', '--list')
    expect(output.match(/^\d+ {2}/gmu)).toHaveLength(3)
  })
})
