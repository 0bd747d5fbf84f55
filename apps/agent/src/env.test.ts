import { describe, expect, test } from 'vitest'
import { envSchema, parseEnv } from './env.ts'

describe('the settings of lore', () => {
  test('are all described, since the documentation is made from them', () => {
    for (const [name, field] of Object.entries(envSchema.shape))
      expect(field.description, name).toMatch(/\S.*\.$/)
  })

  test('count an empty variable as unset', () => {
    const config = parseEnv({ LORE_SERVER: '', LORE_KEY: '', LORE_DEBUG: '', NO_COLOR: '' })
    expect(config).toMatchObject({
      server: undefined,
      key: undefined,
      isDebugging: false,
      colors: 'auto',
    })
  })

  test('lose the line end that comes with a key read from a file', () => {
    expect(parseEnv({ LORE_KEY: 'tlk_x\n', LORE_SERVER: ' http://a ' })).toMatchObject({
      key: 'tlk_x',
      server: 'http://a',
    })
  })

  test.each([{ LORE_SPOOL_MB: 'plenty' }, { LORE_SPOOL_MB: '0' }, { LORE_MEMORY_FILES: 'some' }])(
    'set to what they cannot be are named, without their value: %j',
    (env) => {
      const [[name = '', value = ''] = []] = Object.entries(env)
      const read = () => parseEnv(env)
      expect(read).toThrow(expect.objectContaining({ code: 'cli.usage', exitCode: 2 }))
      expect(read).toThrow(name)
      expect(read).not.toThrow(`"${value}"`)
    },
  )

  test('debug by either of two names', () => {
    expect(parseEnv({ DEBUG: '*' }).isDebugging).toBe(true)
    expect(parseEnv({ LORE_DEBUG: '1' }).isDebugging).toBe(true)
  })
})
