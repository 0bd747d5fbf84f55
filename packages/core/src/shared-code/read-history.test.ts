import type { CodeMention } from '@teamlore/db'
import type { CommitId, ProjectId } from '@teamlore/shared'
import type { SharedHunk } from '@teamlore/shared/shared-code'
import { expect, test } from 'vitest'
import { readHistory } from './read-history.ts'

/** A file that so many commits changed, each by so many lines. */
const fileOf = (count: number, lines: number, bytes: number) => {
  const asked: number[] = []
  const hunk: SharedHunk = {
    at: 0,
    removed: 0,
    added: lines,
    lines: Array.from({ length: lines }, () => 'x'.repeat(1_000)),
  }
  const changes = Array.from(
    { length: count },
    (_, depth): CodeMention => ({
      depth,
      commit_id: `com_${depth}` as CommitId,
      position: 0,
      sha: `${depth}`,
      bytes,
      is_merge: false,
      old_path: null,
      status: depth === count - 1 ? 'added' : 'modified',
    }),
  )
  const sharedFiles = {
    changes: async () => ({ changes, reaches_first: true }),
    hunks: async (some: readonly CodeMention[]) => {
      asked.push(some.length)
      return some.map(() => [hunk])
    },
  }
  const read = () =>
    readHistory({ sharedFiles } as never, 'prj_1' as ProjectId, { sha: '0', path: 'src/a.ts' })
  return { read, asked }
}

test('all that happened to a file is read, a group of changes at a time', async () => {
  const { read, asked } = fileOf(250, 1, 500)
  const { changes, isFromStart } = await read()
  expect([changes.length, isFromStart, asked]).toEqual([250, true, [100, 100, 50]])
})

test('large changes are read one by one, and no more of them than there is room for', async () => {
  const { read, asked } = fileOf(100, 5_000, 200_000)
  const { changes, isFromStart } = await read()
  expect([changes.length, isFromStart, asked]).toEqual([4, false, [1, 1, 1, 1, 1]])
})

test('of a file that changed more often the newest changes are read', async () => {
  const { changes, isFromStart } = await fileOf(2_500, 0, 10).read()
  expect([changes.length, isFromStart]).toEqual([2_000, false])
})
