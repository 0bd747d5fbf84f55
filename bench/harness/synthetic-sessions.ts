import type { IngestRequest } from '@teamlore/shared'
import { createRandom, type Random } from './random.ts'

const MESSAGES_PER_SESSION = 40
const SESSIONS_PER_REQUEST = 25
const WORDS =
  'the session reads a file and then writes it again because tests failed with error in parser module lock queue retry cache token index query branch commit merge worker timeout schema migration role policy cursor batch stream'.split(
    ' ',
  )

const sentence = (random: Random): string =>
  Array.from({ length: 12 }, () =>
    random.int(9) === 0 ? `load${random.pick(WORDS)}${random.int(500)}` : random.pick(WORDS),
  ).join(' ')

/** About 600 characters, as a message of a real transcript has. */
const paragraph = (random: Random): string =>
  Array.from({ length: 8 }, () => `${sentence(random)}.`).join(' ')

const sessionOf = (number: number, random: Random) => {
  const at = (ordinal: number) =>
    new Date(Date.UTC(2026, 0, 1) + number * 3_600_000 + ordinal * 30_000).toISOString()
  const messages = Array.from({ length: MESSAGES_PER_SESSION }, (_, ordinal) => {
    const isPrompt = ordinal % 8 === 0
    return {
      key: `m${ordinal}`,
      parent_key: null,
      ordinal,
      ts: at(ordinal),
      role: isPrompt ? 'user' : 'assistant',
      kind: isPrompt ? 'human' : 'assistant',
      model: isPrompt ? null : 'bench-1',
      blocks: [{ type: 'text', text: paragraph(random) }],
      usage: null,
      cwd: '/home/bench/project',
      git_branch: 'main',
      tool_version: '1.0.0',
      is_abandoned: false,
    }
  })
  return {
    tool: 'claude-code',
    native_id: `bench-${number}`,
    kind: 'main',
    parent_native_id: null,
    project: { remote_url: null, root_commit: null, root_path: '/home/bench/project' },
    cwd: '/home/bench/project',
    git_branch: 'main',
    git_head: null,
    tool_version: '1.0.0',
    models: ['bench-1'],
    title: `Bench session ${number}`,
    started_at: at(0),
    ended_at: at(MESSAGES_PER_SESSION),
    pull_requests: [],
    source: {
      path: `/bench/${number}.jsonl`,
      lines: 40,
      bad_lines: 0,
      unknown_records: 0,
      redactions: 0,
    },
    messages,
    edits: [],
  }
}

/** Requests with about `size` messages in all, as an agent sends them; the same for the same size. */
export const syntheticRequests = (size: number): IngestRequest[] => {
  const random = createRandom(11)
  const sessions = Array.from({ length: Math.ceil(size / MESSAGES_PER_SESSION) }, (_, number) =>
    sessionOf(number, random),
  )
  const requests: unknown[] = []
  for (let from = 0; from < sessions.length; from += SESSIONS_PER_REQUEST) {
    requests.push({
      machine: {
        fingerprint: 'b'.repeat(32),
        name: 'bench',
        platform: 'bench',
        agent_version: '0',
      },
      sessions: sessions.slice(from, from + SESSIONS_PER_REQUEST),
    })
  }
  return requests as IngestRequest[]
}
