import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseProjectIgnore } from '../../privacy/project-ignore.ts'
import { createTestCli } from '../../testing/test-cli.ts'

let lore: ReturnType<typeof createTestCli>
let app: string
beforeEach(() => {
  lore = createTestCli()
  app = lore.path('app')
  mkdirSync(app)
})
afterEach(() => lore.dispose())

const file = (): string => `${app}/.loreignore`

describe('lore init', () => {
  test('explains and writes nothing', async () => {
    const { code, stdout } = await lore.run(['init'], { cwd: app })
    expect(code).toBe(0)
    expect(stdout).toContain('nothing needs setting up')
    expect(stdout).toContain('lore init --private')
    expect(existsSync(file())).toBe(false)
  })

  test('--private writes a file that leaves out the whole project, once', async () => {
    const first = await lore.run(['init', '--private'], { cwd: app })
    expect(first.stdout).toContain(`Wrote ${file()}`)
    const written = readFileSync(file(), 'utf8')
    expect(parseProjectIgnore(written).isWhole).toBe(true)
    const second = await lore.run(['init', '--private', '--json'], { cwd: app })
    expect(second.json()).toEqual({ project: app, file: file(), written: false, state: 'private' })
    expect(readFileSync(file(), 'utf8')).toBe(written)
  })

  test('--private never writes over what somebody wrote', async () => {
    writeFileSync(file(), 'customers/\n')
    const { code, stderr } = await lore.run(['init', '--private'], { cwd: app })
    expect(code).toBe(1)
    expect(stderr).toContain('Add a line with *')
    expect(readFileSync(file(), 'utf8')).toBe('customers/\n')
    expect((await lore.run(['init'], { cwd: app })).stdout).toContain('is left out')
  })
})
