import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createCodexSource } from './codex.source.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const rollout = (n: number, cwd: string, repository_url?: string): string => {
  const id = `01a0bbbb-0000-7000-8000-00000000000${n}`
  const git = repository_url === undefined ? {} : { git: { repository_url } }
  const text = [
    { timestamp: '2026-11-02T09:00:00Z', type: 'session_meta', payload: { id, cwd, ...git } },
    {
      timestamp: '2026-11-02T09:00:01Z',
      type: 'event_msg',
      payload: { type: 'user_message', message: 'Go on' },
    },
    {
      timestamp: '2026-11-02T09:00:01Z',
      type: 'response_item',
      payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go on' }] },
    },
  ].map((one) => `${JSON.stringify(one)}\n`)
  return folder.write(
    `.codex/sessions/2026/11/0${n}/rollout-2026-11-0${n}T09-00-00-${id}.jsonl`,
    text.join(''),
  )
}

const remoteOf = async (path: string) => {
  const source = createCodexSource({ home: folder.path, platform: 'linux', variables: {} })
  const outcome = await source.read([{ path }])
  return outcome.status === 'session' ? outcome.session.git_remote : outcome.reason
}

test('a session says which remote its rollout names', async () =>
  expect(await remoteOf(rollout(1, '/gone/kiln', 'git@example.com:a/kiln.git'))).toBe(
    'git@example.com:a/kiln.git',
  ))

test('of a worktree that is gone, others of the same name say it, also later ones', async () => {
  const path = rollout(1, '/w/.codex/worktrees/11aa/kiln')
  rollout(2, '/w/.codex/worktrees/22bb/kiln', 'git@example.com:a/kiln.git')
  rollout(3, '/w/.codex/worktrees/33cc/mill', 'git@example.com:a/mill.git')
  expect(await remoteOf(path)).toBe('git@example.com:a/kiln.git')
})

test('others that spell one remote otherwise do not differ', async () => {
  const path = rollout(1, '/w/.codex/worktrees/11aa/kiln')
  rollout(2, '/w/.codex/worktrees/22bb/kiln', 'git@example.com:a/kiln.git')
  rollout(3, '/w/.codex/worktrees/33cc/kiln', 'https://example.com/a/kiln')
  expect(await remoteOf(path)).toMatch(/example\.com.a.kiln/)
})

test('where others of the same name differ, nobody knows', async () => {
  const path = rollout(1, '/w/.codex/worktrees/11aa/kiln/src')
  rollout(2, '/w/.codex/worktrees/22bb/kiln', 'git@example.com:a/kiln.git')
  rollout(3, '/w/.codex/worktrees/33cc/kiln', 'git@example.com:b/kiln.git')
  expect(await remoteOf(path)).toBeUndefined()
})
