import { describe, expect, test } from 'vitest'
import type { Block } from '../contracts/message.contract.ts'
import { redactMessage, redactSession } from './redact-session.ts'
import { syntheticSecrets } from './testing/synthetic-secrets.ts'

const token = syntheticSecrets().find(({ kind }) => kind === 'github')?.secret ?? ''

const message = (blocks: Block[]) => ({
  key: token,
  parent_key: token,
  ordinal: 0,
  ts: null,
  role: 'assistant' as const,
  kind: 'assistant' as const,
  model: token,
  blocks,
  usage: null,
  cwd: `/home/${token}`,
  git_branch: token,
  tool_version: null,
  is_abandoned: false,
})

describe('redacting a session', () => {
  test('takes secrets out of everything said, called and printed', () => {
    const { message: redacted, count } = redactMessage(
      message([
        { type: 'text', text: `a ${token} b` },
        { type: 'thinking', text: token },
        { type: 'tool_result', tool_call_id: token, text: token, is_error: false },
        { type: 'tool_call', id: token, name: 'Bash', input: { command: ['echo', token] } },
        { type: 'file', path: `/x/${token}`, text: token },
        { type: 'other', name: 'new_thing', raw: [{ deep: { er: token } }] },
      ]),
    )
    expect(count).toBe(6)
    expect(redacted.blocks).toEqual([
      { type: 'text', text: 'a [REDACTED:github] b' },
      { type: 'thinking', text: '[REDACTED:github]' },
      { type: 'tool_result', tool_call_id: token, text: '[REDACTED:github]', is_error: false },
      {
        type: 'tool_call',
        id: token,
        name: 'Bash',
        input: { command: ['echo', '[REDACTED:github]'] },
      },
      { type: 'file', path: `/x/${token}`, text: '[REDACTED:github]' },
      { type: 'other', name: 'new_thing', raw: [{ deep: { er: '[REDACTED:github]' } }] },
    ])
  })

  test('never touches ids, parents, models, folders and branches', () => {
    const { message: redacted } = redactMessage(message([]))
    expect(redacted).toEqual(message([]))
  })

  test('a field with a telling name loses its value, one that identifies keeps it', () => {
    const input = {
      password: 'Geh3imnis',
      settings: { apiKey: 'q7w2k9z4m1x8c3v6b5n0', token_count: 12, password: 'password' },
      file_path: `/tmp/${token}`,
      sessionId: token,
      commit_sha: token,
      note: 'password',
    }
    const { message: redacted, kinds } = redactMessage(
      message([{ type: 'tool_call', id: null, name: 'Login', input }]),
    )
    expect(redacted.blocks[0]).toMatchObject({
      input: {
        password: '[REDACTED:field]',
        settings: { apiKey: '[REDACTED:field]', token_count: 12, password: 'password' },
        file_path: `/tmp/${token}`,
        sessionId: token,
        commit_sha: token,
        note: 'password',
      },
    })
    expect(kinds).toEqual({ field: 2 })
  })

  test('very deep input ends instead of overflowing the stack', () => {
    let input: Record<string, unknown> | string = 'end'
    for (let i = 0; i < 20_000; i++) input = { a: input }
    const { message: redacted } = redactMessage(
      message([{ type: 'tool_call', id: null, name: 'x', input: input as never }]),
    )
    expect(JSON.stringify(redacted)).toContain('nested too deeply')
  })

  test('titles and the credentials in a remote URL go too; ids, paths and links stay', () => {
    const session = {
      tool: 'claude-code',
      native_id: token,
      kind: 'main' as const,
      parent_native_id: token,
      project: {
        remote_url: `https://me:${token}@example.com/x.git`,
        root_commit: null,
        root_path: `/${token}`,
      },
      cwd: `/${token}`,
      git_branch: token,
      git_head: null,
      tool_version: null,
      models: [token],
      title: `Rotate ${token}`,
      started_at: null,
      ended_at: null,
      pull_requests: [{ number: 1, url: `https://example.com/${token}` }],
      source: { path: `/${token}`, lines: 1, bad_lines: 0, unknown_records: 0, redactions: 0 },
      messages: [],
      edits: [],
    }
    const { session: redacted, count } = redactSession(session)
    expect(redacted).toEqual({
      ...session,
      title: 'Rotate [REDACTED:github]',
      project: { ...session.project, remote_url: 'https://example.com/x.git' },
    })
    expect(count).toBe(1)
  })
})
