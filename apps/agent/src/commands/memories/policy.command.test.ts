import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type LoggedInCli, openLoggedInCli } from '../../testing/logged-in-cli.ts'

let lore: LoggedInCli
beforeAll(async () => {
  lore = await openLoggedInCli()
})
beforeEach(() => lore.reset())
afterAll(() => lore.close())

describe('lore policy', () => {
  test('says who lets memories become active, and whether that is said of the project itself', async () => {
    const { code, stdout, stderr } = await lore.run(['policy', '--project', 'harbour'])
    expect(code, stderr).toBe(0)
    expect(stdout).toBe(
      'Memories become active by themselves from a confidence of 0.6 on. (it is that of the team)\n',
    )
    expect(stderr).toContain('always wait for a person')
    expect(lore.server.asked[0]?.query).toEqual({ project: 'harbour' })
  })

  test.each([
    [['--manual'], { mode: 'manual' }, 'A person approves every memory.'],
    [['--confidence', '0.7'], { mode: 'confidence', threshold: 0.7 }, 'confidence of 0.7 on'],
    [
      ['--origin', 'human', 'agent'],
      { mode: 'origin', origins: ['human', 'agent'] },
      'origins become active by themselves: human, agent',
    ],
  ])('sets it by %j', async (words, body, said) => {
    const { code, stdout, stderr } = await lore.run([
      ...['policy', 'set', '--project', 'harbour'],
      ...words,
    ])
    expect(code, stderr).toBe(0)
    expect(stdout).toContain(said)
    expect(lore.server.asked[0]).toMatchObject({
      method: 'PUT',
      body: { project: 'harbour', ...body },
    })
  })

  test('serves what nobody reviewed, and leaves the rest of the policy as it is', async () => {
    const { code, stdout, stderr } = await lore.run(['policy', 'set', '--unreviewed', 'on'])
    expect(code, stderr).toBe(0)
    expect(stdout).toContain('marked as unreviewed')
    expect(lore.server.asked.at(-1)).toMatchObject({
      method: 'PUT',
      body: { mode: 'confidence', threshold: 0.6, serves_unreviewed: true },
    })
  })

  test('moves drafts to unreviewed and back, and says how it is undone', async () => {
    const { code, stdout, stderr } = await lore.run(['policy', 'unreviewed', '--back'])
    expect(code, stderr).toBe(0)
    expect(stdout).toBe('3 memories wait as drafts again.\n')
    expect(stderr).toContain('1 more: run it again.')
    expect(stderr).toContain('lore undo evt_2')
    expect(lore.server.asked.at(-1)).toMatchObject({ method: 'POST', body: { to: 'draft' } })
  })

  test('takes away what is said of a project, which has it from the team again', async () => {
    const { code, stdout, stderr } = await lore.run(['policy', 'remove', '--project', 'harbour'])
    expect(code, stderr).toBe(0)
    expect(stdout).toContain('(it is that of the team)')
    expect(lore.server.asked[0]).toMatchObject({ method: 'DELETE', query: { project: 'harbour' } })
  })

  test.each([
    [[]],
    [['--manual', '--confidence', '0.5']],
    [['--confidence', 'high']],
    [['--confidence', '2']],
    [['--origin', 'web']],
  ])('is not set by %j, and the answer says what to write', async (words) => {
    const { code, stderr } = await lore.run(['policy', 'set', ...words])
    expect(code).toBe(2)
    expect(stderr).toMatch(/Give|See lore policy/)
    expect(lore.server.asked).toEqual([])
  })
})
