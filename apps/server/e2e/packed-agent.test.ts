import { execFile, spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createNeedles, PLANTED } from './support/planted.ts'
import { plantedDatabases } from './support/planted-databases.ts'
import { claudeCode } from './support/planted-sessions.ts'
import { isRealLane, repositoryRoot } from './support/repository.ts'

const execute = promisify(execFile)
const SHELLS = ['bash', 'zsh', 'fish'] as const
const { leaksIn } = createNeedles(PLANTED)

/** Folders of a `node` of another version, which CI gets. */
const NODES = ['', ...(process.env['TEST_NODES'] ?? '').split(delimiter).filter(Boolean)]

/** What a developer gets who has neither the sources nor, at this moment, a network. */
describe.skipIf(isRealLane).each(NODES)(
  'the package of the agent, on the node of "%s"',
  (nodeFolder) => {
    const folder = mkdtempSync(join(tmpdir(), 'teamlore-packed-'))
    const home = join(folder, 'home')
    const empty = join(folder, 'empty')
    const installed = join(empty, 'node_modules/@teamlore/agent')
    // Programs of the repository are on the path of whoever runs these tests by npm.
    const path = [
      ...(nodeFolder === '' ? [] : [nodeFolder]),
      ...(process.env['PATH'] ?? '')
        .split(delimiter)
        .filter((entry) => !entry.startsWith(repositoryRoot) && !entry.includes('node_modules')),
    ].join(delimiter)
    let tarball: string
    let files: string[]

    const run = async (program: string, words: string[]) => {
      const env = { PATH: path, HOME: home, NO_COLOR: '1', NODE_ENV: 'production' as const }
      const { stdout } = await execute(program, words, { cwd: empty, env, maxBuffer: 1 << 26 })
      return stdout
    }
    const lore = (...words: string[]) => run(join(empty, 'node_modules/.bin/lore'), words)

    beforeAll(async () => {
      for (const one of [home, empty]) mkdirSync(one)
      const pack = await execute(process.execPath, ['scripts/pack-agent.mjs', folder], {
        cwd: repositoryRoot,
      })
      tarball = pack.stdout.trim().split('\n').at(-1) ?? ''
      // Its one dependency is optional and comes from a registry: without, the tool whose store needs it is left out.
      const quietly = ['--offline', '--no-audit', '--no-fund', '--no-update-notifier']
      await run('npm', ['install', ...quietly, tarball])
      files = readdirSync(installed, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(installed, join(entry.parentPath, entry.name)))
    })
    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    test('runs on that node', async () => {
      const version = await run('node', ['--version'])
      process.stdout.write(`package of the agent: on Node ${version}`)
      expect(version.trim() === process.version).toBe(nodeFolder === '')
    })

    test('holds the command and what it reads, and nothing else', () => {
      const bytes = files.reduce((sum, file) => sum + statSync(join(installed, file)).size, 0)
      process.stdout.write(
        `package of the agent: ${(statSync(tarball).size / 1e3).toFixed(0)} kB packed, ${(bytes / 1e6).toFixed(2)} MB installed, ${files.length} files\n`,
      )
      // The parsers of the code graph run in a process of their own.
      const known =
        /^(bin\/lore\.mjs|dist\/(lore\.cjs|graph-parser\.mjs|grammars\/[\w-]+\.wasm)|LICENSE|NOTICE|README\.md|package\.json)$/
      expect(files.filter((file) => !known.test(file))).toEqual([])
      expect(files.filter((file) => /test|fixture|\.map$/.test(file))).toEqual([])
      const beside = readdirSync(join(empty, 'node_modules')).filter((name) => name[0] !== '.')
      expect(beside).toEqual(['@teamlore'])
    })

    test('reveals nothing of the machine that made it, and holds no secret of our tests', () => {
      for (const file of files) {
        const text = readFileSync(join(installed, file), 'utf8')
        for (const place of [repositoryRoot, `${homedir()}/`])
          expect(text.includes(place), `${file}: ${place}`).toBe(false)
        expect(leaksIn(text), file).toEqual([])
      }
    })

    test('says its version and its commands', async () => {
      const manifest = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'))
      expect((await lore('--version')).trim()).toBe(manifest.version)
      const help = await lore('--help')
      for (const word of ['login', 'import', 'watch', 'daemon', 'scan'])
        expect(help).toContain(word)
    })

    test.each(SHELLS)('completes in %s', async (shell) => {
      const script = join(folder, `completions.${shell}`)
      writeFileSync(script, await lore('completions', shell))
      expect(readFileSync(script, 'utf8')).toContain('daemon')
      // Where the shell is missing, its script is at least printed.
      if (spawnSync(shell, ['--version']).status !== 0) return
      const { status, stderr } = spawnSync(shell, ['-n', script], { encoding: 'utf8' })
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    })

    test('reads databases whenever it is started, also from what it compiled before', async () => {
      for (const name of ['libsql', '@libsql', '@neon-rs', 'detect-libc'])
        cpSync(join(repositoryRoot, 'node_modules', name), join(empty, 'node_modules', name), {
          recursive: true,
        })
      const [peer] = await plantedDatabases((name) => join(folder, name), PLANTED.slice(0, 2))
      const words = ['import', '--from', peer?.from ?? '', '--path', peer?.path ?? '', '--dry-run']
      rmSync(join(home, '.cache'), { recursive: true, force: true })
      for (const start of ['first', 'second']) {
        const imported = JSON.parse(await lore(...words, '--json'))
        expect([start, imported]).toMatchObject([start, { observations: { inserted: 2 } }])
        expect(readdirSync(join(home, '.cache/teamlore'))).toHaveLength(1)
      }
    })

    test('reads the sessions of this home, and shows none of their secrets', async () => {
      const project = join(home, 'tides')
      const sessions = join(home, '.claude/projects/-tides')
      for (const one of [project, sessions]) mkdirSync(one, { recursive: true })
      writeFileSync(join(sessions, 'claude-1.jsonl'), claudeCode(PLANTED, project))

      const scan = await lore('scan', '--json')
      const found: { count: number }[] = JSON.parse(scan).kinds
      expect(found.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(3 * PLANTED.length)
      const dry = await lore('import', '--dry-run', '--all', '--json')
      // One turn for each, and one in whose places there is a key.
      const turns = PLANTED.length + 1
      expect(JSON.parse(dry)).toMatchObject({ sessions: 1, messages: 3 * turns })
      expect(leaksIn(scan + dry)).toEqual([])
    })
  },
)
