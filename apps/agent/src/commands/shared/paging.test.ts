import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type LoggedInCli, openLoggedInCli } from '../../testing/logged-in-cli.ts'

let lore: LoggedInCli
beforeAll(async () => {
  lore = await openLoggedInCli()
})
beforeEach(() => lore.reset())
afterAll(() => lore.close())

describe('lore search --more', () => {
  test.each([[[]], [['--sessions']]])('goes on without a cursor in sight %j', async (words) => {
    lore.server.world.search.next_cursor = 'eyJhdCI6MX0'
    const { stderr } = await lore.run(['search', 'tide', '--limit', '3', ...words])
    expect(stderr).toContain('`lore search --more`')
    expect(stderr).not.toContain('eyJhdCI6MX0')
    const [first] = lore.server.asked
    lore.server.world.search.next_cursor = 'c3'
    await lore.run(['search', '--more'])
    const second = lore.server.asked.at(-1)
    expect(second?.path).toBe(first?.path)
    expect(second?.query).toEqual({ ...first?.query, cursor: 'eyJhdCI6MX0' })
    await lore.run(['search', '--more', '--json'])
    expect(lore.server.asked.at(-1)?.query).toEqual({ ...first?.query, cursor: 'c3' })
  })

  test('goes on from a cursor that a script names', async () => {
    await lore.run(['search', 'tide', '--cursor', 'eyJhdCI6MX0'])
    expect(lore.server.asked.at(-1)?.query).toMatchObject({ cursor: 'eyJhdCI6MX0' })
  })

  test('has nothing more to show before there was an answer, and answers no second question', async () => {
    const other = await lore.run(['search', 'tide', '--more'])
    expect(other.code).toBe(2)
    expect(other.stderr).toContain('--more goes alone')
  })
})

test.each(['sessions', 'memories'])(
  'lore %s has nothing more before its first answer',
  async (command) => {
    const { code, stderr } = await lore.run([command, '--more'])
    expect(code).toBe(1)
    expect(stderr).toContain(`\`lore ${command}\` first`)
  },
)
