import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseEnv } from '../env.ts'
import { CliError } from '../errors/cli-error.ts'
import { parseKey } from './api-key.ts'
import { findConnection, openConnection } from './connection.ts'
import { type Credentials, readCredentials, writeCredentials } from './credentials.ts'
import { readLastImport, writeLastImport } from './last-import.ts'
import { glanceAtMachine, identifyMachine } from './machine.ts'
import { resolvePaths } from './paths.ts'
import { isLocal, parseServerUrl } from './server-url.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lore-platform-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const modeOf = (path: string): number => statSync(path).mode & 0o777
const failure = async (work: () => unknown): Promise<CliError> => {
  try {
    await work()
  } catch (error) {
    if (error instanceof CliError) return error
    throw error
  }
  throw new Error('expected a CliError')
}

const credentials: Credentials = {
  server: 'http://localhost:4000',
  key: 'tlk_secret',
  machine: { id: 'mac_1', name: 'laptop' },
  team: { id: 'team_1', name: 'Harbour Masters' },
  user: { id: 'usr_1', name: 'Ana' },
}

describe('the stored login', () => {
  const path = () => join(folder, 'new', 'credentials.json')
  const read = async () => {
    const warnings: string[] = []
    const found = await readCredentials({ path: path(), warn: (text) => warnings.push(text) })
    return { found, warnings }
  }

  test('is for its owner alone, and so is its folder', async () => {
    await writeCredentials(path(), credentials)
    expect(modeOf(path())).toBe(0o600)
    expect(modeOf(join(folder, 'new'))).toBe(0o700)
    expect(await read()).toEqual({ found: credentials, warnings: [] })
  })

  test('is not there before a login', async () => {
    expect(await read()).toEqual({ found: undefined, warnings: [] })
  })

  test('that others could read is closed to them, and the owner learns of it', async () => {
    await writeCredentials(path(), credentials)
    chmodSync(path(), 0o644)
    const { found, warnings } = await read()
    expect(found).toEqual(credentials)
    expect(modeOf(path())).toBe(0o600)
    expect(warnings.join()).toMatch(/could be read by others.*lore login/)
    expect((await read()).warnings).toEqual([])
  })

  test('keeps its mode when it is written over a file others could read', async () => {
    mkdirSync(join(folder, 'new'))
    writeFileSync(path(), 'old', { mode: 0o644 })
    await writeCredentials(path(), credentials)
    expect(modeOf(path())).toBe(0o600)
    expect(readdirSync(join(folder, 'new'))).toEqual(['credentials.json'])
  })

  test.each([
    ['nothing', ''],
    ['half of it', '{"server":"http://localh'],
    ['something else', '{"a":1}'],
    ['no address', JSON.stringify({ ...credentials, server: 'file:///etc/passwd' })],
  ])(
    'that holds %s is reported in a sentence, with what to do and without the key',
    async (_what, text) => {
      mkdirSync(join(folder, 'new'))
      writeFileSync(path(), text, { mode: 0o600 })
      const error = await failure(read)
      expect(error.message).toContain(path())
      expect(error.message).toContain('damaged')
      expect(error.hint).toContain('lore login')
      expect(`${error.message}${error.hint}`).not.toContain('tlk_')
    },
  )
})

describe('the identity of a machine', () => {
  const path = () => join(folder, 'machine.json')

  test('is made once and kept', async () => {
    const first = await identifyMachine(path())
    expect(first.fingerprint).toMatch(/^[0-9a-f]{32}$/)
    expect(await identifyMachine(path())).toEqual(first)
    expect(modeOf(path())).toBe(0o600)
  })

  test('is the same for two that make it at once', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => identifyMachine(path())))
    expect(new Set(made.map(({ fingerprint }) => fingerprint)).size).toBe(1)
  })

  test('is never replaced quietly when it is damaged: its sessions would be filed twice', async () => {
    writeFileSync(path(), '{"fingerprint":"short"}')
    expect((await failure(() => identifyMachine(path()))).message).toContain('damaged')
    expect(readFileSync(path(), 'utf8')).toContain('short')
  })

  test('is not made by a run that only looks', async () => {
    expect((await glanceAtMachine(path())).fingerprint).toBe('0'.repeat(32))
    expect(existsSync(path())).toBe(false)
  })
})

describe('the address of a server', () => {
  test.each([
    ['http://localhost:4000', 'http://localhost:4000'],
    ['http://localhost:4000/', 'http://localhost:4000'],
    ['localhost:4000', 'http://localhost:4000'],
    ['127.0.0.1:4000', 'http://127.0.0.1:4000'],
    ['[::1]:4000', 'http://[::1]:4000'],
    ['lore.example.com', 'https://lore.example.com'],
    ['HTTPS://Lore.Example.com/memory/', 'https://lore.example.com/memory'],
  ])('%s is %s', (typed, url) => {
    expect(parseServerUrl(typed)).toBe(url)
  })

  test.each([
    '',
    '   ',
    'http://',
    'ftp://lore.example.com',
    'file:///etc/passwd',
    'not a url',
    'https://ana:secret@lore.example.com',
    'https://lore.example.com/sign-in?token=abc',
    'https://lore.example.com/?x=1',
  ])('"%s" is none', async (typed) => {
    const error = await failure(() => parseServerUrl(typed))
    expect(error.exitCode).toBe(2)
    expect(error.hint).toMatch(/^Give/)
  })

  test('is local or not', () => {
    expect(isLocal('http://localhost:4000')).toBe(true)
    expect(isLocal('http://[::1]:4000')).toBe(true)
    expect(isLocal('http://localhost.example.com')).toBe(false)
  })
})

describe('a key', () => {
  test('loses the space around it', () => {
    expect(parseKey(' tlk_abc\n', '--key')).toBe('tlk_abc')
  })

  test.each(['', ' \n', 'tlk_a b', 'tlk_a\nX-Header: 1', 'tlk_…'])(
    '"%s" is none',
    async (typed) => {
      expect((await failure(() => parseKey(typed, '--key'))).exitCode).toBe(2)
    },
  )
})

describe('whom lore talks to', () => {
  const find = (env: Record<string, string>) => {
    const config = parseEnv({ LORE_CONFIG_DIR: folder, ...env })
    return { config, paths: resolvePaths(config), warn: () => undefined }
  }

  test('is nobody before a login', async () => {
    expect(await findConnection(find({}))).toBeUndefined()
    const error = await failure(() => openConnection(find({})))
    expect(error.code).toBe('cli.not_logged_in')
    expect(error.hint).toContain('lore login')
  })

  test('is whom the environment names, before what was stored', async () => {
    await writeCredentials(join(folder, 'credentials.json'), credentials)
    const env = { LORE_SERVER: 'lore.example.com', LORE_KEY: 'tlk_x' }
    expect(await findConnection(find(env))).toMatchObject({
      server: 'https://lore.example.com',
      source: 'environment',
      stored: undefined,
    })
    expect(await findConnection(find({}))).toMatchObject({
      server: 'http://localhost:4000',
      source: 'login',
    })
  })

  test.each([
    [{ LORE_SERVER: 'http://localhost:4000' }, 'LORE_KEY'],
    [{ LORE_KEY: 'tlk_x' }, 'LORE_SERVER'],
  ])('is not guessed when only half is set: %o', async (env, missing) => {
    await writeCredentials(join(folder, 'credentials.json'), credentials)
    const error = await failure(() => findConnection(find(env)))
    expect(error.exitCode).toBe(2)
    expect(error.message).toContain(`but ${missing} is not`)
  })
})

describe('folders', () => {
  test('of an installation with its own configuration hold its state too', () => {
    const { stateDir, configDir } = resolvePaths(parseEnv({ LORE_CONFIG_DIR: folder }))
    expect(configDir).toBe(folder)
    expect(stateDir).toBe(join(folder, 'state'))
  })

  test('may be set apart', () => {
    const env = { LORE_CONFIG_DIR: folder, LORE_STATE_DIR: join(folder, 's') }
    expect(resolvePaths(parseEnv(env)).stateDir).toBe(join(folder, 's'))
  })

  test('are the usual ones of the system otherwise', () => {
    const { configDir, stateDir } = resolvePaths(parseEnv({}))
    expect(configDir).toMatch(/teamlore/)
    expect(stateDir).toMatch(/teamlore.agent$/)
  })
})

describe('what is remembered of the last import', () => {
  test('comes back, and is nothing when it cannot be read', async () => {
    const path = join(folder, 'last-import.json')
    const last = {
      at: '2026-05-01T09:00:00.000Z',
      server: 'http://a',
      files: 1,
      sessions_sent: 2,
      messages_sent: 3,
      sessions_unchanged: 4,
      failed: 0,
      stopped: false,
    }
    expect(await readLastImport(path)).toBeUndefined()
    await writeLastImport(path, last)
    expect(await readLastImport(path)).toEqual(last)
    writeFileSync(path, '{')
    expect(await readLastImport(path)).toBeUndefined()
  })
})
