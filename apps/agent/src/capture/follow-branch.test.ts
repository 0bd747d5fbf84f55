import { readSession } from '@teamlore/sources/claude-code/read-session'
import { jsonl, typed } from '@teamlore/sources/claude-code/testing/records'
import { emptyState, type SessionState } from '@teamlore/sources/delta/session-state'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { describe, expect, test } from 'vitest'
import { makeFollowBranch } from './follow-branch.ts'

const NOW = new Date('2026-05-01T10:00:00.000Z')
const COMMIT = 'a'.repeat(40)

const sessionOf = async (records: object[]) => {
  const folder = temporaryFolder()
  try {
    const path = folder.write('11111111-aaaa-4aaa-8aaa-111111111111.jsonl', jsonl(records))
    const outcome = await readSession([{ path }])
    if (outcome.status !== 'session') throw new Error(outcome.reason)
    return outcome.session
  } finally {
    folder.remove()
  }
}

/** A message written so many minutes ago by a tool that names no branch. */
const message = (uuid: string, minutesAgo: number, more: object = {}) =>
  typed(uuid, null, `words of ${uuid}`, {
    timestamp: new Date(NOW.getTime() - minutesAgo * 60_000).toISOString(),
    cwd: '/home/ana/harbour',
    gitBranch: undefined,
    ...more,
  })

const follow = async (records: object[], branch: string | null, state?: SessionState) =>
  makeFollowBranch({ now: () => NOW, headOf: async () => ({ branch, commit: COMMIT }) })(
    await sessionOf(records),
    state ?? emptyState('claude-code', 's'),
  )
const branchesOf = ({ session }: Awaited<ReturnType<typeof follow>>) =>
  session.messages.map(({ git_branch }) => git_branch)

describe('the branch of a message', () => {
  test('is the one its tool wrote down', async () => {
    const followed = await follow([message('a', 1, { gitBranch: 'written' })], 'checked-out')
    expect(branchesOf(followed)).toEqual(['written'])
    expect([...followed.branches]).toEqual([])
  })

  test('else what is checked out when it is captured, and stays that when another is checked out', async () => {
    const first = await follow([message('a', 1)], 'one')
    expect(branchesOf(first)).toEqual(['one'])
    const state = emptyState('claude-code', 's')
    state.messages.set('a', { ordinal: 0, hash: 'h', redactions: 0, branch: 'one' })
    const second = await follow([message('a', 1), message('b', 0)], 'two', state)
    expect(branchesOf(second)).toEqual(['one', 'two'])
    expect(second.session).toMatchObject({ git_branch: 'two', git_head: COMMIT })
  })

  test('is not guessed for what is old, nor for what was captured without one', async () => {
    expect(branchesOf(await follow([message('a', 60)], 'now'))).toEqual([null])
    const state = emptyState('claude-code', 's')
    state.messages.set('a', { ordinal: 0, hash: 'h', redactions: 0 })
    expect(branchesOf(await follow([message('a', 1)], 'now', state))).toEqual([null])
  })

  test('is none where nothing is checked out', async () => {
    expect(branchesOf(await follow([message('a', 1)], null))).toEqual([null])
  })
})
