/** How the sessions of a tool stand on disk, as far as is needed to write prompts into one. */
export type ToolWriter = {
  tool: string
  /** Below the home folder. */
  pathOf: (session: string) => string
  /** What the file begins with. */
  head: (session: string) => readonly object[]
  prompt: (said: Said) => object
}

type Said = { session: string; nth: number; id: string; before: string | null; text: string }

const CWD = '/home/ana/harbour'
const timeOf = (nth: number): string => new Date(Date.UTC(2026, 4, 1, 9, 0, nth)).toISOString()

export const TOOL_WRITERS: readonly ToolWriter[] = [
  {
    tool: 'claude-code',
    pathOf: (session) => `.claude/projects/-home-ana-harbour/${session}.jsonl`,
    head: () => [],
    prompt: ({ session, nth, id, before, text }) => ({
      type: 'user',
      uuid: id,
      parentUuid: before,
      sessionId: session,
      timestamp: timeOf(nth),
      cwd: CWD,
      gitBranch: 'main',
      version: '2.1.0',
      isSidechain: false,
      userType: 'external',
      message: { role: 'user', content: text },
    }),
  },
  {
    tool: 'codex',
    pathOf: (session) => `.codex/sessions/2026/05/01/rollout-2026-05-01T09-00-00-${session}.jsonl`,
    head: (session) => [
      {
        timestamp: timeOf(0),
        type: 'session_meta',
        payload: { id: session, timestamp: timeOf(0), cwd: CWD, originator: 'codex_cli_rs' },
      },
    ],
    prompt: ({ nth, text }) => ({
      timestamp: timeOf(nth),
      type: 'response_item',
      payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
    }),
  },
  {
    tool: 'pi',
    pathOf: (session) =>
      `.pi/agent/sessions/--home-ana--/2026-05-01T09-00-00-000Z_${session}.jsonl`,
    head: (session) => [
      { type: 'session', version: 3, id: session, timestamp: timeOf(0), cwd: CWD },
    ],
    prompt: ({ nth, id, before, text }) => ({
      type: 'message',
      id,
      parentId: before,
      timestamp: timeOf(nth),
      message: { role: 'user', content: [{ type: 'text', text }] },
    }),
  },
  {
    tool: 'qwen-code',
    pathOf: (session) => `.qwen/projects/-home-ana-harbour/chats/${session}.jsonl`,
    head: () => [],
    prompt: ({ session, nth, id, before, text }) => ({
      uuid: id,
      parentUuid: before,
      sessionId: session,
      timestamp: timeOf(nth),
      type: 'user',
      cwd: CWD,
      version: '0.18.1',
      gitBranch: 'main',
      message: { role: 'user', parts: [{ text }] },
    }),
  },
  {
    tool: 'droid',
    pathOf: (session) => `.factory/sessions/-home-ana-harbour/${session}.jsonl`,
    head: (session) => [
      { type: 'session_start', id: session, title: 'Berths', version: 2, cwd: CWD },
    ],
    prompt: ({ nth, id, text }) => ({
      type: 'message',
      id,
      timestamp: timeOf(nth),
      message: { role: 'user', content: [{ type: 'text', text }] },
    }),
  },
]
