import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { IngestRequest } from '@teamlore/shared'
import { createRandom, type Random } from './random.ts'

const TURNS = 4
const LINES = 40
const SESSIONS_PER_REQUEST = 25
const WORDS =
  'lease retry parser migration timeout token branch cache queue index cursor batch stream policy role schema merge'.split(
    ' ',
  )

type Repository = { root: string; remote: string | null; rootCommit: string; files: string[] }

const gitIn = (root: string, ...words: string[]): string =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8' })

/** A repository as sessions see it: where it is, and which files they can have written to. */
export const readRepository = (root: string): Repository => ({
  root,
  remote: gitIn(root, 'config', '--default', '', '--get', 'remote.origin.url').trim() || null,
  rootCommit: gitIn(root, 'rev-list', '--max-parents=0', 'HEAD').trim().split('\n').at(-1) ?? '',
  files: gitIn(root, 'ls-files', 'packages/*.ts', 'apps/*.ts').trim().split('\n'),
})

const sentence = (random: Random): string =>
  `The ${random.pick(WORDS)} of the ${random.pick(WORDS)} waits for the ${random.pick(WORDS)}${random.int(200)} while the ${random.pick(WORDS)} is read again.`
const decision = (random: Random): string =>
  `We decided to keep the ${random.pick(WORDS)} in the ${random.pick(WORDS)}${random.int(500)} because the ${random.pick(WORDS)} does not support a second ${random.pick(WORDS)} there.`
const output = (random: Random): string =>
  Array.from({ length: 20 }, () => sentence(random)).join('\n')

const printOf = (line: string): string =>
  createHash('sha256').update(line).digest('hex').slice(0, 16)

/** Lines of a file of the repository, as a session would have written them. */
const editOf = ({ root, files }: Repository, random: Random, key: string, at: string) => {
  const path = random.pick(files)
  const lines = readFileSync(join(root, path), 'utf8').split('\n')
  const from = random.int(Math.max(1, lines.length - LINES))
  const added = lines
    .slice(from, from + LINES)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return {
    key: `e-${key}`,
    message_key: key,
    tool_call_id: `c-${key}`,
    ts: at,
    path: join(root, path),
    operation: 'edit' as const,
    added_lines: added.length,
    removed_lines: 0,
    added: added.map(printOf),
    removed: [],
  }
}

const messagesOf = (random: Random, at: (ordinal: number) => string) => {
  const text = (value: string) => ({ type: 'text', text: value })
  const turn = (n: number) => [
    { role: 'user', kind: 'human', blocks: [text(`Please look at this. ${sentence(random)}`)] },
    {
      role: 'assistant',
      kind: 'assistant',
      blocks: [
        text(`${sentence(random)} ${decision(random)} ${sentence(random)}`),
        { type: 'tool_call', id: `c-m${n * 3 + 1}`, name: 'Bash', input: { command: 'npm test' } },
      ],
    },
    {
      role: 'tool',
      kind: 'tool_result',
      blocks: [
        {
          type: 'tool_result',
          tool_call_id: `c-m${n * 3 + 1}`,
          text: output(random),
          is_error: false,
        },
      ],
    },
  ]
  return Array.from({ length: TURNS }, (_, n) => turn(n))
    .flat()
    .map((message, ordinal) => ({
      ...message,
      key: `m${ordinal}`,
      parent_key: null,
      ordinal,
      ts: at(ordinal),
      is_abandoned: false,
      model: null,
      usage: null,
      cwd: null,
      git_branch: 'main',
      tool_version: '1.0.0',
    }))
}

const sessionOf = (repository: Repository, number: number, began: number) => {
  const random = createRandom(number + 1)
  const at = (ordinal: number) => new Date(began + ordinal * 60_000).toISOString()
  const messages = messagesOf(random, at)
  const { root, remote, rootCommit } = repository
  return {
    tool: 'claude-code',
    native_id: `working-${number}`,
    kind: 'main',
    project: { remote_url: remote, root_commit: rootCommit, root_path: root },
    parent_native_id: null,
    cwd: root,
    git_branch: 'main',
    git_head: null,
    tool_version: '1.0.0',
    models: ['bench-1'],
    title: `Working session ${number}`,
    started_at: at(0),
    ended_at: at(messages.length),
    pull_requests: [],
    source: {
      path: `/bench/${number}.jsonl`,
      lines: messages.length,
      bad_lines: 0,
      unknown_records: 0,
      redactions: 0,
    },
    messages,
    edits: [1, 4, 7, 10].map((ordinal) => editOf(repository, random, `m${ordinal}`, at(ordinal))),
  }
}

const HOUR = 3_600_000

/**
 * Requests of sessions that worked in the repository: people ask, an agent decides, runs commands and writes lines that the
 * repository holds. An hour lies between two of them, up to now. The same for the same numbers.
 */
export const workingRequests = (
  repository: Repository,
  { from, to }: { from: number; to: number },
): IngestRequest[] => {
  const requests: unknown[] = []
  for (let first = from; first < to; first += SESSIONS_PER_REQUEST)
    requests.push({
      machine: {
        fingerprint: 'c'.repeat(32),
        name: 'bench',
        platform: 'bench',
        agent_version: '0',
      },
      sessions: Array.from({ length: Math.min(SESSIONS_PER_REQUEST, to - first) }, (_, n) =>
        sessionOf(repository, first + n, Date.now() - (first + n + 2) * HOUR),
      ),
    })
  return requests as IngestRequest[]
}
