import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { repositoryRoot } from './support/repository.ts'
import { writeSessionFiles } from './support/session-files.ts'
import { freePort, type Spawned } from './support/spawned.ts'
import { newHome, startEmbedded } from './support/teamlore.ts'

const PAGE = readFileSync(join(repositoryRoot, 'docs/getting-started.md'), 'utf8')

/** Blocks of shell in the order of the page. */
const BLOCKS = [...PAGE.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)

/** As the page has them: where it stands in for what a reader has. */
const SERVER = 'http://localhost:4000'
const KEY_FILE = '.teamlore/admin-key'

/** Says its version, and that it is signed in. */
const CODING_AGENT = `#!/bin/sh
case "$1" in --version) echo '2.1.332 (Claude Code)' ;; *) echo '{"loggedIn":true}' ;; esac
`

type Ran = { command: string; code: number | null; output: string }

/**
 * The walk of docs/getting-started.md by somebody who types its commands: in one shell, in a home folder of their own, with sessions
 * of Claude Code in it. `npm start` is the one command of the first block; what it ends in is started here, on a free port.
 */
describe('docs/getting-started.md', () => {
  const person = mkdtempSync(join(tmpdir(), 'lore-person-'))
  const home = newHome()
  let server: Spawned
  let url = ''

  beforeAll(async () => {
    const files = writeSessionFiles({ sessions: 4, messagesEach: 8 })
    mkdirSync(join(person, '.claude'), { recursive: true })
    cpSync(files.folder, join(person, '.claude/projects'), { recursive: true })
    files.dispose()
    // It is only looked for: nothing of the page asks it.
    mkdirSync(join(person, 'bin'))
    writeFileSync(join(person, 'bin/claude'), CODING_AGENT, { mode: 0o755 })
    const port = await freePort()
    url = `http://localhost:${port}`
    server = startEmbedded({ home, port })
    await server.says(/Teamlore is ready at/)
  })
  afterAll(async () => {
    await server?.stop('SIGTERM')
    for (const folder of [home, person]) rmSync(folder, { recursive: true, force: true })
  })

  const client = () =>
    createClient({ baseUrl: url, key: readFileSync(join(home, 'admin-key'), 'utf8').trim() })

  /** Types a block; definitions of functions hold for all that follow, as in a terminal. */
  const typed: string[] = []
  const run = (block: string): Promise<Ran> => {
    const command = block.replaceAll(SERVER, url).replaceAll(KEY_FILE, join(home, 'admin-key'))
    const definitions = typed.filter((line) => /^\w+\(\) \{.*\}$/.test(line))
    typed.push(...command.split('\n'))
    return new Promise((resolve, reject) => {
      const shell = spawn('bash', ['-eu', '-c', [...definitions, command].join('\n')], {
        cwd: repositoryRoot,
        env: {
          NODE_ENV: 'test',
          PATH: `${join(person, 'bin')}:${process.env['PATH']}`,
          HOME: person,
          LORE_CONFIG_DIR: join(person, '.config/lore'),
          XDG_STATE_HOME: join(person, '.state'),
          NO_COLOR: '1',
          TZ: 'UTC',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let output = ''
      for (const stream of [shell.stdout, shell.stderr])
        stream.on('data', (text) => {
          output += text
        })
      shell.on('error', reject)
      shell.on('close', (code) => resolve({ command, code, output }))
    })
  }

  test('begins with npm start, which ends in the server of this test', () => {
    expect(BLOCKS[0]).toBe('npm start\n')
    expect(readFileSync(join(repositoryRoot, 'scripts/start.mjs'), 'utf8')).toContain(
      'apps/server/dist/main.mjs',
    )
    expect(PAGE).toContain(SERVER)
    expect(PAGE).toContain(KEY_FILE)
  })

  test('works command by command, as it stands on the page', async () => {
    expect(BLOCKS.length).toBeGreaterThan(6)
    for (const block of BLOCKS.slice(1)) {
      const { command, code, output } = await run(block)
      expect(code, `${command}\n${output}`).toBe(0)
      if (command.includes('lore search')) expect(output).toContain('tide table')
      if (command.includes('lore remember')) expect(output).toContain('harbour opens at six')
      if (command.includes('lore home')) expect(output).toContain('4 sessions')
    }
  })

  test('leaves a team whose guide has those steps ticked that happened', async () => {
    const { steps } = (await client().home.get({})).guide
    expect(Object.fromEntries(steps.map(({ id, is_done }) => [id, is_done]))).toEqual({
      machine: true,
      import: true,
      distil: false,
      agents: false,
      invite: false,
    })
  })
})
