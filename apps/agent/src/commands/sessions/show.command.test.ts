import type { LoreRecord, Message } from '@teamlore/shared'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildMemoryFile, buildMessage, fakeId } from '../../testing/fake-data.ts'
import { errorBody } from '../../testing/fake-server.ts'
import { type LoggedInCli, openLoggedInCli } from '../../testing/logged-in-cli.ts'

let lore: LoggedInCli
beforeAll(async () => {
  lore = await openLoggedInCli()
})
beforeEach(() => lore.reset())
afterAll(() => lore.close())

const SESSION = fakeId('ses', 1)
const result = (text: string, isError = false) =>
  ({ type: 'tool_result', tool_call_id: null, text, is_error: isError }) as const
const call = (name: string, input: Record<string, string>) =>
  ({ type: 'tool_call', id: null, name, input }) as const

describe('lore show', () => {
  const show = async (messages: Message[], words: string[] = []) => {
    lore.server.world.messages = messages
    const shown = await lore.run(['show', SESSION, ...words], {
      columns: 80,
      env: { NO_COLOR: '1' },
    })
    expect(shown.code, shown.stderr).toBe(0)
    return shown.stdout
  }

  test('finds a session by the beginning of its id, in capitals too', async () => {
    const { code, stdout } = await lore.run(['show', SESSION.slice(0, 10).toUpperCase()])
    expect(code).toBe(0)
    expect(stdout).toContain('Find out why readers block the tide table')
    expect(stdout).toContain('harbour · branch main · Ana on laptop')
    expect(stdout).toContain(
      '2026-05-01 09:00 – 10:12 · 12 prompts, 340 messages'.replace(', 3', ' · 3'),
    )
    expect(stdout).toContain('src/tide.ts  +12 −3')
    expect(stdout).toContain(`${lore.server.url}/sessions/${SESSION}`)
  })

  test('says of messages whose text is removed how many there are, once a stretch', async () => {
    const removed_at = '2026-06-01T00:00:00.000Z'
    const stdout = await show([
      buildMessage(0, 'human', ['Why?']),
      buildMessage(1, 'assistant', [], { removed_at }),
      buildMessage(2, 'tool_result', [], { removed_at }),
      buildMessage(3, 'assistant', ['Because.']),
    ])
    expect(stdout.match(/removed on/g)).toHaveLength(1)
    expect(stdout).toContain('Text of 2 messages removed on 2026-06-01 by the retention of its')
  })

  test('puts a bar before what people said, and nowhere else', async () => {
    const stdout = await show([
      buildMessage(0, 'human', ['Why?\n\nSay it briefly.']),
      buildMessage(1, 'assistant', ['Because.']),
    ])
    expect(stdout).toContain('\n▌ Ana  09:00\n▌ Why?\n▌\n▌ Say it briefly.\n\n  Because.\n')
    expect(stdout.match(/▌/g)).toHaveLength(4)
  })

  test('gives each tool call one line, and says of a long output how much is missing', async () => {
    const output = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`).join('\n')
    const messages = [
      buildMessage(0, 'assistant', [
        call('Bash', { command: `npm test -- ${'--very-long '.repeat(20)}`, description: 'Run' }),
        call('Grep', { pattern: 'tide', path: 'src' }),
        call('Odd', {}),
      ]),
      buildMessage(1, 'tool_result', [result(output), result('Exit code 1', true)]),
    ]
    const stdout = await show(messages)
    const lines = stdout.split('\n')
    expect(lines.filter((line) => line.startsWith('  → '))).toHaveLength(3)
    expect(stdout).toContain('→ Grep tide in src')
    expect(lines.find((line) => line.includes('→ Bash'))).toMatch(/…$/)
    expect(stdout).toContain('    line 4\n    … 16 more lines  (--full shows it all)')
    expect(stdout).not.toContain('line 5')
    expect(stdout).toContain('    Exit code 1')
    expect(await show(messages, ['--full'])).toContain('    line 20')
  })

  test('keeps what nobody typed short: thinking, injected text', async () => {
    const long = Array.from({ length: 30 }, (_, at) => `thought ${at}`).join('\n')
    const messages = [
      buildMessage(0, 'injected', [`<system-reminder>\n${long}`]),
      buildMessage(1, 'assistant', [{ type: 'thinking', text: long }, 'Done.']),
    ]
    const brief = await show(messages)
    expect(brief).toContain('injected: <system-reminder>')
    expect(brief).not.toContain('thought 2')
    expect(await show(messages, ['--full'])).toContain('thought 29')
  })

  test('says that a turn was rewound', async () => {
    const stdout = await show([buildMessage(0, 'human', ['Never mind'], { is_abandoned: true })])
    expect(stdout).toContain('(on a branch that was rewound)')
  })

  test('reads all pages, and whole texts with --full', async () => {
    lore.server.world.messagesPerPage = 2
    const huge = 'x'.repeat(150_000)
    const messages = [0, 1, 2, 3, 4].map((at) => buildMessage(at, 'assistant', [`Message ${at}.`]))
    messages.push(buildMessage(5, 'assistant', [huge]))
    const brief = await show(messages)
    expect(brief).toContain('Message 4.')
    expect(brief).toContain('… 146,000 more characters  (--full shows it all)')
    const full = await show(messages, ['--full'])
    expect(full.match(/x/g)?.length).toBeGreaterThanOrEqual(150_000)
  })

  test('is one JSON document with all messages', async () => {
    lore.server.world.messagesPerPage = 1
    const { json, stderr } = await lore.run(['show', SESSION, '--json'])
    expect(json()).toMatchObject({
      session: { id: SESSION },
      messages: [{ ordinal: 0 }, { ordinal: 1 }],
    })
    expect(stderr).toBe('')
  })

  test('shows what searches find: messages, observations, summaries', async () => {
    const message = await lore.run(['show', fakeId('msg', 1)])
    expect(message.stdout).toContain('Because readers saw half of it.')
    expect(message.stdout).toContain(`lore show ${SESSION}`)
    const observation = await lore.run(['show', fakeId('obs', 1)])
    expect(observation.stdout).toMatch(/Facts\n {2}- The table.*Changed\n {2}- src\/tide\.ts/s)
    const summary = await lore.run(['show', fakeId('sum', 1)])
    expect(summary.stdout).toMatch(/Learned\n {2}Readers saw half/)
    expect(summary.stdout).not.toContain('Next steps')
    for (const [id, name] of [
      [fakeId('msg', 1), 'message'],
      [fakeId('obs', 1), 'observation'],
      [fakeId('sum', 1), 'summary'],
    ] as const)
      expect((await lore.run(['show', id, '--json'])).json()).toMatchObject({ [name]: { id } })
  })

  test('shows a memory file as it stands there, with whose it is', async () => {
    const id = fakeId('mfl', 1)
    const { stdout } = await lore.run(['show', id])
    expect(stdout).toContain('docs/CLAUDE.md')
    expect(stdout).toContain('harbour · branch main · seen on laptop')
    expect(stdout).toContain('\n- Berths are numbered from the east.\n')
    expect((await lore.run(['show', id, '--json'])).json()).toMatchObject({ memory_file: { id } })
    lore.server.world.memoryFile = buildMemoryFile({
      text: 'Waker \u0007 and \u001b[31mcolour',
      gone_at: '2026-05-03T09:30:00.000Z',
      visibility: 'private',
      is_cut: true,
    })
    const gone = await lore.run(['show', id])
    expect(gone.stdout).toContain('gone since 2026-05-03')
    expect(gone.stdout).toContain('private to you')
    expect(gone.stdout).toContain('only its beginning was mirrored')
    expect(gone.stdout).not.toContain('\u001b[31mcolour')
  })

  test('shows what this version has no view of as the server sends it', async () => {
    const id = `nte_${fakeId('obs', 7).slice(4)}`
    const record: LoreRecord = {
      id,
      kind: 'memory' as const,
      title: 'Keep berths odd',
      text: 'Odd ones \u001b[31mface east.',
      url: `/notes/${id}`,
      tokens: 9,
      session_id: null,
      occurred_at: null,
    }
    lore.server.world.records = [record]
    const { code, stdout } = await lore.run(['show', id.slice(0, 14)])
    expect(code).toBe(0)
    expect(stdout).toContain('Keep berths odd')
    expect(stdout).toContain('face east.')
    expect(stdout).not.toContain('\u001b[31mface')
    expect(stdout).toContain(`${lore.server.url}/notes/${id}`)
    expect((await lore.run(['show', id, '--json'])).json()).toMatchObject({ record: { id } })
    const unknown = await lore.run(['show', 'xyz_0123456789'])
    expect(unknown.code).toBe(2)
    expect(unknown.stderr).toContain('no id that can be shown')
    for (const prefix of ['ses_', 'msg_', 'obs_', 'sum_', 'mem_', 'ent_', 'cmt_', 'mfl_'])
      expect(unknown.stderr).toContain(prefix)
  })

  test('says that there is no such session, or that more of its id is needed', async () => {
    const missing = await lore.run(['show', 'ses_zzzzzzzz'])
    expect(missing.code).toBe(1)
    expect(missing.stderr).toContain('no such session')
    const details = { examples: [SESSION, fakeId('ses', 2)] }
    const body = errorBody('id.ambiguous', 'Several ids begin like this.', details)
    lore.server.failures.set('/v1/sessions/ses_0000', { status: 422, body })
    expect((await lore.run(['show', 'ses_0000'])).stderr).toContain(`Such as ${SESSION}`)
  })
})
