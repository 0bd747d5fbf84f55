import { describe, expect, test } from 'vitest'
import { locate } from './locate.ts'

const ID = '11111111-aaaa-4aaa-8aaa-111111111111'

describe('what the place of a file says', () => {
  test.each([
    [
      `/p/-home-x/${ID}.jsonl`,
      { nativeId: ID, isSubagent: false, parentNativeId: null, group: '/p/-home-x' },
    ],
    [
      `/p/-home-x/${ID}/subagents/agent-0a1b.jsonl`,
      {
        nativeId: 'agent-0a1b',
        isSubagent: true,
        isCompaction: false,
        parentNativeId: ID,
        group: '/p/-home-x',
      },
    ],
    [
      `/p/-home-x/${ID}/subagents/workflows/wf/agent-0a1b.jsonl`,
      { nativeId: 'agent-0a1b', parentNativeId: ID, group: '/p/-home-x' },
    ],
    [
      `/p/-home-x/${ID}/subagents/agent-acompact-0a1b.jsonl`,
      { nativeId: 'agent-acompact-0a1b', isCompaction: true, parentNativeId: ID },
    ],
    [
      '/p/-home-x/agent-deadbeef.jsonl',
      { nativeId: 'agent-deadbeef', isSubagent: true, parentNativeId: null, group: '/p/-home-x' },
    ],
    ['/p/copy of a session.jsonl', { nativeId: null, isSubagent: false, group: '/p' }],
    ['/p/my-agent-notes.jsonl', { nativeId: null, isSubagent: false }],
    [`/p/${ID.toUpperCase()}.JSONL`, { nativeId: ID }],
    ['/agent-x.jsonl', { nativeId: 'agent-x', group: '/' }],
    ['/subagents/agent-x.jsonl', { nativeId: 'agent-x', parentNativeId: null }],
  ])('%s', (path, expected) => {
    expect(locate(path)).toMatchObject(expected)
  })
})
