import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { printable } from '../output/printable.ts'
import { widthOf } from '../output/text-width.ts'
import {
  buildHit,
  buildJobs,
  buildMessage,
  buildSession,
  buildSessionDetail,
  fakeId,
} from '../testing/fake-data.ts'
import { buildObservation, buildSummary } from '../testing/fake-findings.ts'
import { type LoggedInCli, openLoggedInCli } from '../testing/logged-in-cli.ts'

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

describe('hostile text in sessions', () => {
  const ATTACK =
    'a\u001b]52;c;ZXZpbA==\u0007b\u001b[2J\u001b[8mhidden\u009b31mc\rOVERWRITTEN\u202egpj.exe\u2066x\u0008\u0000'
  const ESCAPE = '\u001b'
  const OWN_COLOURS = new RegExp(`${ESCAPE}\\[(?:1|2|22|31|32|33|36|39|1;33|1;36|22;39)m`, 'g')

  const infest = (text: string) => {
    const person = { id: fakeId('usr'), name: text }
    const project = { id: fakeId('prj'), name: text }
    const machine = { id: fakeId('mac'), name: text }
    const session = {
      title: text,
      author: person,
      project,
      machine,
      cwd: text,
      git_branch: text,
      tool: text,
    }
    Object.assign(lore.server.world, {
      me: { ...lore.server.world.me, team: project, user: { ...person, email: text } },
      jobs: buildJobs({ embedding: { space: null, note: text } }),
      sessions: [buildSession(session)],
      session: buildSessionDetail({
        ...session,
        models: [text],
        children: [{ id: fakeId('ses', 2), title: text, kind: 'subagent' }],
        parent: { id: fakeId('ses', 3), title: text },
        pull_requests: [{ number: 1, url: text }],
        files: [
          { path: text, edits: 1, deletions: 0, renames: 0, added_lines: 1, removed_lines: 1 },
        ],
        source: {
          path: text,
          lines: 1,
          bad_lines: 1,
          unknown_records: 1,
          redactions: 1,
          server_redactions: 1,
        },
      }),
      messages: [
        buildMessage(0, 'human', [text, { type: 'file', path: text }]),
        buildMessage(1, 'injected', [text]),
        buildMessage(2, 'summary', [text]),
        buildMessage(3, 'command', [text]),
        buildMessage(4, 'assistant', [
          text,
          { type: 'thinking', text },
          call(text, { command: text }),
          call('Odd', { [text]: text }),
          { type: 'image', mime: text, bytes: 1, sha256: text },
          { type: 'other', name: text, raw: text },
        ]),
        buildMessage(5, 'tool_result', [result(text), result(text, true)]),
      ],
      search: {
        ...lore.server.world.search,
        items: [
          buildHit({
            title: text,
            type: text,
            tool: text,
            author: person,
            project,
            snippet: { text, highlights: [[1, 4]] },
          }),
        ],
        notes: [text],
        next_cursor: text,
      },
      nextCursor: text,
      observation: buildObservation({
        title: text,
        subtitle: text,
        narrative: text,
        facts: [text],
        concepts: [text],
        files_read: [text],
        files_modified: [text],
        project,
      }),
      summary: buildSummary({
        request: text,
        investigated: text,
        learned: text,
        completed: text,
        next_steps: text,
        notes: text,
        project,
      }),
      brief: { ...lore.server.world.brief, text },
    })
  }

  const COMMANDS = [
    ['status'],
    ['sessions'],
    ['show', SESSION],
    ['show', SESSION, '--full'],
    ['show', fakeId('msg', 4)],
    ['show', fakeId('obs', 1)],
    ['show', fakeId('sum', 1)],
    ['search', 'x'],
    ['context', 'x'],
  ]

  const expectHarmless = async (words: string[], columns: number | undefined) => {
    const options = columns === undefined ? {} : { columns }
    const { code, stdout, stderr } = await lore.run(words, options)
    expect(code, stderr).toBe(0)
    const rest = (stdout + stderr).replace(OWN_COLOURS, '').replaceAll('\n', '')
    expect(rest).not.toMatch(/[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u)
  }

  test.each(COMMANDS)(
    'never reaches a terminal as a command to it: lore %s %s %s',
    async (...words) => {
      infest(ATTACK)
      const given = words.filter((word) => word !== undefined)
      for (const columns of [60, 140, undefined]) await expectHarmless(given, columns)
    },
  )

  test('never reaches it, whatever the text', async () => {
    const part = fc.oneof(
      fc.constantFrom(
        '\u001b',
        '\u009b',
        ']52;c;',
        '\u0007',
        '[2J',
        '[31m',
        '\r',
        '\n',
        '\t',
        '\u202e',
        '\u0000',
      ),
      fc.string({ maxLength: 4 }),
    )
    const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom(...COMMANDS), async (attack, words) => {
        infest(attack)
        await expectHarmless(words, 70)
      }),
      { numRuns: 60 },
    )
  })

  test('is the same text in JSON, but spelled so that a terminal does not obey it', async () => {
    infest(ATTACK)
    const { json, stdout } = await lore.run(['sessions', '--json'])
    expect(json()).toMatchObject({ items: [{ title: ATTACK }] })
    expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e\u2066]/u)
  })

  test('is cleaned before it is measured', () => {
    expect(widthOf(printable('\u001b[31mab\u001b[0m'))).toBe(2)
  })
})
