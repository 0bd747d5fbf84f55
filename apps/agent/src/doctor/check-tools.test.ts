import { chmodSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createSources } from '@teamlore/sources/sources'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkTools } from './check-tools.ts'

const SESSION = '.claude/projects/-p/11111111-aaaa-4aaa-8aaa-111111111111.jsonl'

let home: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  home = temporaryFolder()
})
afterEach(() => home.remove())

const findings = () =>
  checkTools({
    sources: createSources({ home: home.path, platform: 'linux', variables: {} }),
    state: undefined,
    isWatching: false,
    home: home.path,
  })

/** Of the one tool there is. */
const finding = async () => {
  const [only, ...others] = await findings()
  expect(others).toEqual([])
  return only
}

describe('what to do about files that cannot be read', () => {
  test('is to repair a damaged database', async () => {
    home.write('.local/share/opencode/opencode.db', 'no database')
    const { message, remedy } = (await finding()) ?? {}
    expect(message).toContain('opencode.db (is no SQLite database, or is damaged)')
    expect(remedy).toMatch(/^Have OpenCode open what is damaged/)
    expect(remedy).not.toContain('permissions')
  })

  test('is to take away a link that leads nowhere', async () => {
    symlinkSync('nowhere', join(dirname(home.write(SESSION, '')), 'x.jsonl'))
    const { message, remedy } = (await finding()) ?? {}
    expect(message).toContain('x.jsonl (is a link that leads nowhere)')
    expect(remedy).toMatch(/^Take away the link/)
    expect(remedy).not.toContain('permissions')
  })

  test('is reported for a tool of which there is nothing but such a link', async () => {
    symlinkSync(
      'nowhere',
      join(dirname(home.write('.local/share/goose/sessions/x', '')), 'sessions.db'),
    )
    expect(await finding()).toMatchObject({
      check: 'tool.goose',
      remedy: expect.stringMatching(/^Take away the link/),
    })
  })

  test('is to look at the permissions of what may not be read', async (context) => {
    context.skip(process.getuid?.() === 0, 'the superuser may read every file')
    chmodSync(home.write(SESSION, ''), 0o000)
    expect(await finding()).toMatchObject({
      remedy: expect.stringMatching(/^Check owner and perm/),
    })
  })

  test('is reported for each cause there is', async () => {
    symlinkSync('nowhere', join(dirname(home.write(SESSION, '')), 'x.jsonl'))
    home.write('.local/share/goose/sessions/sessions.db', 'no database')
    expect((await findings()).map(({ remedy }) => remedy?.split(' ')[0])).toEqual(['Take', 'Have'])
  })
})
