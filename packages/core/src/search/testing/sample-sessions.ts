import { buildMessage, buildSession, text } from '../../testing/ingest-builders.ts'
import { asks, says } from './search-world.ts'

/** A crash, a stale lock and what was done about it; with things that must not be found. */
export const LOCKS = buildSession({
  native_id: 'locks',
  title: 'Stale lock files',
  messages: [
    asks(0, 'Why does a second start fail with ERR_LOCK_HELD after a crash?'),
    says(1, 'The lock file outlives the process. I compare the boot id before trusting it.'),
    buildMessage(2, {
      blocks: [
        text('Now the directory lock tells dead owners from living ones.'),
        {
          type: 'tool_call',
          id: 't1',
          name: 'Edit',
          input: {
            file_path: '/home/ann/parser/src/engine/directory-lock.ts',
            new_string: 'isOwnerAlive()',
          },
        },
      ],
    }),
    buildMessage(3, {
      role: 'tool',
      kind: 'tool_result',
      blocks: [
        {
          type: 'tool_result',
          tool_call_id: 't1',
          text: 'lock lock lock lock: 3 tests passed',
          is_error: false,
        },
      ],
    }),
    buildMessage(4, {
      kind: 'injected',
      role: 'user',
      blocks: [text('zanzibar reminder injected by the tool')],
    }),
    buildMessage(5, { is_abandoned: true, blocks: [text('zanzibar thought that was rewound')] }),
  ],
})

/** A decision, in another project, by another tool, two months earlier. */
export const CACHE = buildSession({
  native_id: 'cache',
  tool: 'codex',
  title: 'Choosing a cache',
  git_branch: 'feature/cache',
  project: {
    remote_url: 'https://github.com/acme/server.git',
    root_commit: null,
    root_path: '/home/ann/server',
  },
  cwd: '/home/ann/server',
  messages: [
    asks(0, 'Should the session cache be Redis or an embedded table?'),
    says(
      1,
      'We decided on an embedded table: one process fewer to run, and the lock on it is cheap.',
    ),
  ].map((message) => ({ ...message, ts: '2025-11-02T10:00:00.000Z' })),
})
