import type { ImportedSession, IngestMessage, IngestSession } from '@teamlore/shared'
import { type Planted, textOf } from './planted.ts'

const MACHINE = {
  fingerprint: 'f'.repeat(32),
  name: 'careless',
  platform: 'linux',
  agent_version: '0.0.1',
}
const AT = '2026-03-02T10:00:00.000Z'

const session = (
  native_id: string,
  messages: IngestMessage[],
  overrides: Partial<IngestSession> = {},
): IngestSession => ({
  tool: 'claude-code',
  native_id,
  ...{ kind: 'main', parent_native_id: null, cwd: '/home/ana/harbour', git_branch: 'main' },
  project: { remote_url: null, root_commit: null, root_path: '/home/ana/harbour' },
  ...{ git_head: null, tool_version: null, models: [], title: null },
  ...{ started_at: AT, ended_at: AT, pull_requests: [] },
  source: { path: '/x.jsonl', lines: 1, bad_lines: 0, unknown_records: 0, redactions: 0 },
  messages,
  edits: [],
  ...overrides,
})

const message = (ordinal: number, overrides: Partial<IngestMessage>): IngestMessage => ({
  key: `m${ordinal}`,
  ...{ parent_key: null, ordinal, ts: AT, role: 'assistant', kind: 'assistant', model: null },
  blocks: [],
  ...{ usage: null, cwd: null, git_branch: null, tool_version: null, is_abandoned: false },
  ...overrides,
})

/** What an agent that takes nothing out would send: each secret in every place of the normal form that holds text. */
export const carelessIngest = (planted: readonly Planted[], remoteUrl: string) => ({
  machine: MACHINE,
  sessions: planted.map((one, index) => {
    const text = textOf(one)
    return session(
      `careless-${index}`,
      [
        message(0, { role: 'user', kind: 'human', blocks: [{ type: 'text', text }] }),
        message(1, {
          blocks: [
            { type: 'thinking', text },
            { type: 'text', text },
            { type: 'tool_call', id: 'c', name: 'Bash', input: { command: text, more: [text] } },
          ],
        }),
        message(2, {
          ...{ role: 'tool', kind: 'tool_result' },
          blocks: [{ type: 'tool_result', tool_call_id: 'c', text, is_error: false }],
        }),
        message(3, {
          ...{ role: 'user', kind: 'injected' },
          blocks: [
            { type: 'file', path: '/home/ana/notes.txt', text },
            { type: 'other', name: 'odd', raw: { text: [text] } },
          ],
        }),
        message(4, { role: 'user', kind: 'summary', blocks: [{ type: 'text', text }] }),
        message(5, { role: 'user', kind: 'command', blocks: [{ type: 'text', text }] }),
      ],
      {
        title: text.slice(0, 500),
        project: { remote_url: remoteUrl, root_commit: null, root_path: `/home/ana/p${index}` },
      },
    )
  }),
})

/** The same of another memory's findings and summaries. */
export const carelessImport = (planted: readonly Planted[]) => ({
  machine: MACHINE,
  sessions: planted.map((one, index): ImportedSession => {
    const text = textOf(one)
    const short = (chars: number): string => (text.length <= chars ? text : 'long')
    return {
      session: session(`careless-import-${index}`, [
        message(0, { role: 'user', kind: 'human', blocks: [{ type: 'text', text }] }),
      ]),
      observations: [
        {
          ...{ key: 'o', type: 'discovery', title: short(500), subtitle: short(2_000) },
          ...{ narrative: text, facts: [text], concepts: [short(200)] },
          ...{ files_read: [], files_modified: [], prompt_key: 'm0', message_key: null },
          occurred_at: AT,
        },
      ],
      summaries: [
        {
          ...{ prompt_number: 1, prompt_key: 'm0', request: text, investigated: text },
          ...{ learned: text, completed: text, next_steps: text, notes: text },
          occurred_at: AT,
        },
      ],
    }
  }),
})
