import { hash } from 'node:crypto'
import type { Block } from '@teamlore/shared'
import { describe, expect, test } from 'vitest'
import { redactMessage, redactSession } from './redact-session.ts'
import { syntheticSecrets } from './testing/synthetic-secrets.ts'

const token = syntheticSecrets().find(({ kind }) => kind === 'github')?.secret ?? ''
/** What stands for a key where something is named by it. */
const named = (kind: string, key: string): string =>
  `[REDACTED:${kind}]-${hash('sha256', key).slice(0, 12)}`
const mark = named('github', token)

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
  tool_version: token,
  is_abandoned: false,
})

const nowhere = { cwd: null, git_branch: null, model: null }

describe('what a person marks as private', () => {
  const typed = (...texts: string[]) =>
    redactMessage({
      ...nowhere,
      kind: 'human',
      blocks: texts.map((text): Block => ({ type: 'text', text })),
    }).message.blocks.map((block) => (block.type === 'text' ? block.text : ''))

  test('goes to the end where it is never closed', () => {
    expect(typed('a <private>b c')).toEqual(['a [REDACTED:private]'])
    expect(typed('a <private reason="x">b</private> c')).toEqual(['a [REDACTED:private] c'])
  })

  test('may begin in one part of a message and end in another', () => {
    expect(typed('a <private>b', 'c', 'd</private> e')).toEqual([
      'a [REDACTED:private]',
      '[REDACTED:private]',
      '[REDACTED:private] e',
    ])
  })

  test('is no mention of the tag, and nothing a tool prints', () => {
    expect(typed('write `<private>` around it')).toEqual(['write `<private>` around it'])
    const printed: Block = {
      type: 'tool_result',
      tool_call_id: null,
      text: 'write <private> around it',
      is_error: false,
    }
    expect(
      redactMessage({ ...nowhere, kind: 'tool_result', blocks: [printed] }).message.blocks,
    ).toEqual([printed])
  })
})

describe('fields that identify something', () => {
  const input = (value: Extract<Block, { type: 'tool_call' }>['input']) => {
    const call: Block = { type: 'tool_call', id: null, name: 'x', input: value }
    const [block] = redactMessage({ ...nowhere, kind: 'assistant', blocks: [call] }).message.blocks
    return block?.type === 'tool_call' ? block.input : undefined
  }

  test('keep what looks random', () => {
    const kept = {
      id: 'SK0123456789abcdef0123456789abcdef',
      session_id: '0b6f6c1e-3a54-4f1e-9d0a-52b6a7c0f1aa',
      sha256: 'a'.repeat(10) + '0123456789abcdef'.repeat(3),
      file_path: '/srv/app/1234567890:AAfile',
    }
    expect(input(kept)).toEqual(kept)
  })

  test('lose a key that its maker marked, and the password of an address', () => {
    expect(
      input({ id: token, [token]: 1, file_path: `https://ada:${token}@example.com/x` }),
    ).toEqual({
      id: mark,
      [mark]: 1,
      file_path: `https://ada:${mark}@example.com/x`,
    })
  })
})

describe('names', () => {
  const jwt = syntheticSecrets().find(({ kind }) => kind === 'jwt')?.secret ?? ''
  const pem = syntheticSecrets().find(({ kind }) => kind === 'private-key')?.secret ?? ''

  test('of tools and of blocks lose a key', () => {
    const { message: redacted } = redactMessage({
      ...nowhere,
      kind: 'assistant',
      blocks: [
        { type: 'tool_call', id: null, name: `mcp__${token}`, input: { subagent_type: token } },
        { type: 'other', name: token, raw: null },
      ],
    })
    expect(redacted.blocks).toEqual([
      {
        type: 'tool_call',
        id: null,
        name: `mcp__${mark}`,
        input: { subagent_type: '[REDACTED:github]' },
      },
      { type: 'other', name: mark, raw: null },
    ])
  })

  test('of folders, branches and models lose a JWT', () => {
    const { message: redacted } = redactMessage({
      ...message([]),
      cwd: `/tmp/${jwt}`,
      git_branch: `x/${jwt}`,
      model: jwt,
    })
    expect(redacted).toMatchObject({
      cwd: `/tmp/${named('jwt', jwt)}`,
      git_branch: `x/${named('jwt', jwt)}`,
      model: named('jwt', jwt),
    })
  })

  test('of fields lose whatever a line of text would', () => {
    const call: Block = {
      type: 'tool_call',
      id: null,
      name: 'x',
      input: { [jwt]: 1, [pem]: 2, 'DB_PASSWORD=Geh3imnis': 3, 'src/a.ts': 4, created_at: 5 },
    }
    const [block] = redactMessage({ ...nowhere, kind: 'assistant', blocks: [call] }).message.blocks
    expect(block).toMatchObject({
      input: {
        [named('jwt', jwt)]: 1,
        '[REDACTED:private-key]': 2,
        'DB_PASSWORD=[REDACTED:assignment]': 3,
        'src/a.ts': 4,
        created_at: 5,
      },
    })
  })
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
    // Six of them in where the message itself stands.
    expect(count).toBe(15)
    expect(redacted.blocks).toEqual([
      { type: 'text', text: 'a [REDACTED:github] b' },
      { type: 'thinking', text: '[REDACTED:github]' },
      {
        type: 'tool_result',
        tool_call_id: mark,
        text: '[REDACTED:github]',
        is_error: false,
      },
      {
        type: 'tool_call',
        id: mark,
        name: 'Bash',
        input: { command: ['echo', '[REDACTED:github]'] },
      },
      { type: 'file', path: `/x/${mark}`, text: '[REDACTED:github]' },
      { type: 'other', name: 'new_thing', raw: [{ deep: { er: '[REDACTED:github]' } }] },
    ])
  })

  test('models, folders, branches, versions and keys of messages lose what is a key beyond doubt, and only that', () => {
    const { message: redacted } = redactMessage(message([]))
    expect(redacted).toEqual({
      ...message([]),
      key: mark,
      parent_key: mark,
      model: mark,
      cwd: `/home/${mark}`,
      git_branch: mark,
      tool_version: mark,
    })
    const random = '9f86d081884c7d659a2feaa0c55ad0159f86d081884c7d659a2feaa0c55ad015'
    const places = { model: random, cwd: `/tmp/${random}`, git_branch: `fix/password=${random}` }
    expect(redactMessage({ ...message([]), ...places }).message).toMatchObject(places)
  })

  test('a mark that is longer than its key does not make a field too long', () => {
    const short = `AKIA${'Q7W2K9Z4M1X8C3V6'}`
    const branch = `${'b'.repeat(479)}/${short}`
    const cut = redactMessage({ ...message([]), git_branch: branch }).message.git_branch
    expect(cut).not.toContain(short)
    expect(cut?.length).toBeLessThanOrEqual(500)
  })

  test('a field with the name of a secret loses its value, one that identifies keeps it', () => {
    // A key of sixteen bytes, a hash or an id: nobody can say which.
    const random = '9f86d081884c7d659a2feaa0c55ad015'
    const input = {
      password: 'Geh3imnis',
      settings: { apiKey: 'q7w2k9z4m1x8c3v6b5n0', token_count: 12, password: 'password' },
      file_path: `/tmp/${random}`,
      sessionId: random,
      commit_sha: random,
      note: 'password',
    }
    const { message: redacted, kinds } = redactMessage({
      ...message([{ type: 'tool_call', id: null, name: 'Login', input }]),
      ...nowhere,
      key: 'm',
      parent_key: null,
      tool_version: null,
    })
    expect(redacted.blocks[0]).toMatchObject({
      input: {
        password: '[REDACTED:field]',
        settings: { apiKey: '[REDACTED:field]', token_count: 12, password: 'password' },
        file_path: `/tmp/${random}`,
        sessionId: random,
        commit_sha: random,
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

  test('titles, places, ids and the credentials in a remote URL go too', () => {
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
      git_head: token,
      tool_version: token,
      models: [token],
      title: `Rotate ${token}`,
      started_at: null,
      ended_at: null,
      pull_requests: [{ number: 1, url: `https://example.com/${token}` }],
      source: { path: `/${token}`, lines: 1, bad_lines: 0, unknown_records: 0, redactions: 0 },
      messages: [],
      edits: [
        {
          key: token,
          message_key: token,
          tool_call_id: token,
          ts: null,
          path: `src/${token}/x.ts`,
          operation: 'edit' as const,
          added_lines: 0,
          removed_lines: 0,
          added: [],
          removed: [],
        },
      ],
    }
    const { session: redacted, count } = redactSession(session)
    expect(redacted).toEqual({
      ...session,
      native_id: mark,
      parent_native_id: mark,
      title: 'Rotate [REDACTED:github]',
      project: {
        remote_url: 'https://example.com/x.git',
        root_commit: null,
        root_path: `/${mark}`,
      },
      cwd: `/${mark}`,
      git_branch: mark,
      git_head: mark,
      tool_version: mark,
      models: [mark],
      pull_requests: [{ number: 1, url: `https://example.com/${mark}` }],
      source: { ...session.source, path: `/${mark}` },
      edits: [
        {
          ...session.edits[0],
          key: mark,
          message_key: mark,
          path: `src/${mark}/x.ts`,
          tool_call_id: mark,
        },
      ],
    })
    expect(count).toBe(15)
  })
})
