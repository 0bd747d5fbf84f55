import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseEnv } from './env.ts'
import { rotateSecret } from './rotate-secret.ts'

let home: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'teamlore-rotate-'))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

const at = (name: string) => join(home, name)
const keyIn = (name: string) => readFileSync(at(name), 'utf8').trim()

describe('another key of an embedded server', () => {
  test('takes the place of the one before, and one that a killed run had made is taken up', async () => {
    await rotateSecret(parseEnv({ TEAMLORE_HOME: home }))
    const first = keyIn('secret-key')
    expect(first).toHaveLength(43)
    expect(existsSync(at('secret-key.next'))).toBe(false)
    const left = 'a'.repeat(43)
    writeFileSync(at('secret-key.next'), `${left}\n`)
    expect(await rotateSecret(parseEnv({ TEAMLORE_HOME: home }))).toBe(
      '0 secrets sealed with the new key, 0 secrets had been.',
    )
    expect(keyIn('secret-key')).toBe(left)
    expect(existsSync(at('secret-key.next'))).toBe(false)
  })

  test('is refused where the environment holds the key', async () => {
    const env = { TEAMLORE_HOME: home, TEAMLORE_SECRET: 'x'.repeat(32) }
    await expect(rotateSecret(parseEnv(env))).rejects.toThrow('TEAMLORE_SECRET is set')
  })
})
