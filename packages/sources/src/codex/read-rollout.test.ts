import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  event,
  head,
  id,
  item,
  rollout,
  rolloutFolder,
  said,
  textsOf,
  typed,
  user,
} from './testing/rollouts.ts'

let folder: ReturnType<typeof rolloutFolder>
beforeEach(() => {
  folder = rolloutFolder()
})
afterEach(() => folder.remove())

describe('what a rollout says of its session', () => {
  test('the first head names it, later ones say where it stood when it was resumed', async () => {
    const session = await folder.readOne(rollout(10, 1))
    expect(session).toMatchObject({
      native_id: id(1),
      kind: 'main',
      parent_native_id: null,
      cwd: '/home/ada/anvil',
      git_head: '1234567890abcdef1234567890abcdef12345678',
      git_branch: 'forge',
      tool_version: '0.143.0',
      models: ['gpt-5-codex', 'gpt-5.1-codex'],
    })
    expect(session.messages[0]?.git_branch).toBe('main')
    expect(session.messages.at(-1)?.git_branch).toBe('forge')
  })

  test.each([
    ['codex exec', { originator: 'codex_exec', source: 'exec' }],
    ['an SDK', { originator: 'codex_sdk_ts', source: 'exec' }],
    ['another agent, over MCP', { originator: 'codex_mcp_server', source: 'mcp' }],
  ])('a program started it by %s, until a person goes on with it', async (_, by) => {
    const asked = [head(by), user('Review this'), typed('Review this'), said('Fine.')]
    const session = await folder.readRecords(asked)
    expect(session.started_by).toBe('program')
    expect(session.title).toBe('Review this')
    expect(session.messages.map(({ kind }) => kind)).toEqual(['injected', 'assistant'])
    const resumed = [head({ originator: 'codex-tui', source: 'cli' }), user('Why?'), typed('Why?')]
    const person = await folder.readRecords([...asked, ...resumed])
    expect(person.started_by).toBeUndefined()
    expect(person.messages.map(({ kind }) => kind)).toEqual(['injected', 'assistant', 'human'])
  })

  test('a program that goes on with a person’s session types nothing in it', async () => {
    const session = await folder.readRecords([
      head({ originator: 'codex-tui', source: 'cli' }),
      user('Begin'),
      typed('Begin'),
      head({ originator: 'codex_exec', source: 'exec' }),
      user('Go on'),
      typed('Go on'),
    ])
    expect(session.started_by).toBeUndefined()
    expect(session.messages.map(({ kind }) => kind)).toEqual(['human', 'injected'])
  })

  test('what a person called it is its title, else the first prompt', async () => {
    expect((await folder.readOne(rollout(10, 1))).title).toBe('A heavier hammer')
    // Its lines become one when it is made short, behind redaction.
    expect((await folder.readRecords([head(), user('<skill>x'), user('Hello\nthere')])).title).toBe(
      'Hello\nthere',
    )
  })

  test('the bad line is counted, the unfinished one is not, and unknown kinds are named', async () => {
    const { figures } = await folder.readOne(rollout(10, 1))
    expect(figures.unknownRecords).toEqual({ weather_report: 1, sky_changed: 1 })
    expect(figures.files[0]).toMatchObject({
      badLines: { count: 1, first: 21 },
      hasUnfinishedTail: true,
    })
  })
})

describe('messages of a rollout', () => {
  test('prompts are what a person typed, whatever else is said in their name', async () => {
    const prompts = (await folder.readOne(rollout(10, 1))).messages.filter(
      ({ kind }) => kind === 'human',
    )
    expect(prompts.map(({ blocks }) => blocks[0])).toMatchObject([
      { text: 'Make the hammer heavier, please' },
      { text: 'Now break the tongs' },
      { text: 'What is on this picture?' },
    ])
    expect(prompts[2]?.blocks[1]).toMatchObject({ type: 'image', mime: 'image/png', bytes: 6 })
  })

  test('an item no event speaks of was put in, whatever it says, once the client reports prompts', async () => {
    const session = await folder.readRecords([
      head(),
      user('Looks typed'),
      user('Typed'),
      typed('Typed'),
      said('Yes'),
    ])
    expect(session.messages.map(({ kind }) => kind)).toEqual(['injected', 'human', 'assistant'])
  })

  test('event and item may come in either order, and make one message', async () => {
    const session = await folder.readRecords([
      head(),
      typed('One'),
      user('One'),
      said('.'),
      user('One'),
      typed('One'),
    ])
    expect(session.messages.map(({ kind }) => kind)).toEqual(['human', 'assistant', 'human'])
  })

  test('files that are open in an editor are context, not the prompt', async () => {
    const text =
      '# Context from my IDE setup:\n\n## Open tabs:\n- a.ts\n\n## My request for Codex:\nMend a.ts\n'
    const { messages, title } = await folder.readRecords([head(), user(text), typed(text)])
    expect(messages[0]?.blocks).toEqual([
      { type: 'other', name: 'context', raw: expect.stringContaining('- a.ts') },
      { type: 'text', text: 'Mend a.ts' },
    ])
    expect(title).toBe('Mend a.ts')
  })

  test('what the model wrote in one go is one message, each result one of its own', async () => {
    const { messages } = await folder.readOne(rollout(10, 1))
    const at = messages.findIndex(({ kind }) => kind === 'assistant')
    expect(messages[at]?.blocks.map(({ type }) => type)).toEqual(['thinking', 'text', 'tool_call'])
    expect(messages[at + 1]).toMatchObject({
      role: 'tool',
      kind: 'tool_result',
      blocks: [{ tool_call_id: 'c1', is_error: false }],
    })
  })

  test('a command that failed is an error, in the old form and the new', async () => {
    const output = (call_id: string, text: string) =>
      item({ type: 'function_call_output', call_id, output: text })
    const { messages } = await folder.readRecords([
      head(),
      output('a', 'Chunk ID: 1\nWall time: 1\nProcess exited with code 2\nOutput:\nno'),
      output('b', '{"output":"no","metadata":{"exit_code":1}}'),
      output('c', 'Exit code: 0\nOutput:\nExit code: 1'),
    ])
    expect(messages.map(({ blocks }) => blocks[0])).toMatchObject([
      { is_error: true },
      { is_error: true, text: 'no' },
      { is_error: false },
    ])
  })

  test('what a person saw before interrupting is kept, though its item was never written', async () => {
    const texts = textsOf(await folder.readOne(rollout(10, 1)))
    expect(texts).toContain('Half a thought, cut')
    expect(texts.filter((text) => text === 'A hammer.')).toHaveLength(1)
  })

  test('turns rolled back are marked, from their prompt on', async () => {
    const abandoned = (await folder.readOne(rollout(10, 1))).messages.filter(
      ({ is_abandoned }) => is_abandoned,
    )
    expect(abandoned[0]?.blocks[0]).toMatchObject({ text: 'Now break the tongs' })
    expect(abandoned.at(-1)?.kind).toBe('injected')
  })

  test('a compaction is a summary; the history in it is not read again', async () => {
    const summaries = (await folder.readOne(rollout(10, 1))).messages.filter(
      ({ kind }) => kind === 'summary',
    )
    expect(summaries.map(({ blocks }) => blocks)).toEqual([
      [{ type: 'text', text: 'So far: the hammer got heavier.' }],
    ])
  })

  test('tokens are those of each request, repeats left out, cached ones apart', async () => {
    const used = (await folder.readOne(rollout(10, 1))).messages.flatMap(({ usage }) => usage ?? [])
    expect(used[0]).toEqual({
      input_tokens: 60,
      output_tokens: 20,
      cache_creation_tokens: 0,
      cache_read_tokens: 40,
    })
    expect(used.reduce((sum, { output_tokens }) => sum + output_tokens, 0)).toBe(
      20 + 30 + 8 + 12 + 3,
    )
  })

  test('where only running totals are reported, the increase counts', async () => {
    const count = (output_tokens: number) =>
      event({ type: 'token_count', info: { total_token_usage: { output_tokens } } })
    const { messages } = await folder.readRecords([
      head(),
      said('a'),
      count(5),
      said('b'),
      count(12),
    ])
    expect(messages.map(({ usage }) => usage?.output_tokens)).toEqual([5, 7])
  })
})

describe('edits of a rollout', () => {
  test('what the client says it wrote, and patches in commands, if they succeeded', async () => {
    const { edits } = await folder.readOne(rollout(10, 1))
    expect(edits.map(({ path, operation, addedText }) => [path, operation, addedText])).toEqual([
      [
        '/home/ada/anvil/src/hammer.ts',
        'edit',
        ['export const weight = 4', 'export const handle = "ash"'],
      ],
      ['/home/ada/anvil/src/tongs.ts', 'create', ['export const tongs = true']],
      ['/home/ada/anvil/src/tongs.ts', 'delete', []],
    ])
  })

  test('a patch is applied where the command says', async () => {
    const cmd =
      'cd app && apply_patch <<EOF\n*** Begin Patch\n*** Update File: a.ts\n*** Move to: b.ts\n-x\n+y\n*** End Patch\nEOF'
    const { edits } = await folder.readRecords([
      head(),
      item({
        type: 'function_call',
        name: 'exec_command',
        call_id: 'c',
        arguments: JSON.stringify({ cmd, workdir: '/w' }),
      }),
      item({ type: 'function_call_output', call_id: 'c', output: 'done' }),
    ])
    expect(
      edits.map(({ tool_call_id: call, path, operation, addedText }) => [
        call,
        path,
        operation,
        addedText,
      ]),
    ).toEqual([
      ['c', '/w/app/a.ts', 'delete', []],
      ['c', '/w/app/b.ts', 'rename', ['y']],
    ])
  })
})
