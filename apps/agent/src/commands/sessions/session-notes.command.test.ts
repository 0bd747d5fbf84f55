import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openAnsweringServer } from '../../testing/answering-server.ts'
import { buildSessionDetail } from '../../testing/fake-data.ts'
import { createTestCli } from '../../testing/test-cli.ts'

const ID = `ses_${'0'.repeat(25)}1`
const NOTES = `/v1/sessions/${ID}/notes`

const noteOf = (kind: 'tag' | 'annotation' | 'summary', text: string, removed_at?: string) => ({
  id: `note_${text.replace(/\W/g, '')}`,
  session_id: ID,
  kind,
  text,
  author: { id: 'usr_1', name: 'Bo' },
  created_at: '2026-03-04T09:00:00.000Z',
  removed_at: removed_at ?? null,
})
const sessionWith = (...notes: ReturnType<typeof noteOf>[]) =>
  buildSessionDetail({
    id: ID as never,
    notes,
    tags: notes.filter(({ kind }) => kind === 'tag').map(({ text }) => text),
  })

let answers: Record<string, unknown>
let server: Awaited<ReturnType<typeof openAnsweringServer>>
let cli: ReturnType<typeof createTestCli>

beforeEach(async () => {
  cli = createTestCli()
  answers = {
    [`GET /v1/sessions/${ID}`]: sessionWith(noteOf('tag', 'perf'), noteOf('tag', 'release')),
  }
  server = await openAnsweringServer(answers)
})
afterEach(async () => {
  cli.dispose()
  await server[Symbol.asyncDispose]()
})

const lore = (words: string[], input?: string) =>
  cli.run(words, {
    env: { LORE_SERVER: server.url, LORE_KEY: 'tlk_personal-0123456789abcdefghijklmnop' },
    ...(input === undefined ? {} : { input }),
  })

describe('lore tag', () => {
  test('gives each tag, and prints those that the session has afterwards', async () => {
    answers[`POST ${NOTES}`] = noteOf('tag', 'perf')
    const { code, stdout } = await lore(['tag', ID, 'perf', '#Release'])
    expect(code).toBe(0)
    expect(stdout).toBe('#perf #release\n')
    expect(server.changes().map(({ body }) => body)).toEqual([
      { kind: 'tag', text: 'perf' },
      { kind: 'tag', text: '#Release' },
    ])
  })

  test('gives none where one of them is no tag', async () => {
    const { code, stderr } = await lore(['tag', ID, 'perf', 'two words', 'zebra'])
    expect(code).toBe(2)
    expect(stderr).toContain('"two words" is no tag, so none was given.')
    expect(server.changes()).toEqual([])
  })

  test('repeats of what is far too long its beginning alone', async () => {
    const { code, stderr } = await lore(['tag', ID, 'x'.repeat(500)])
    expect(code).toBe(2)
    expect(stderr).toContain(`"${'x'.repeat(60)}…" is no tag, so none was given.`)
    expect(stderr).not.toContain('x'.repeat(61))
  })

  test('removes by name, however it is spelled', async () => {
    answers['DELETE /v1/session-notes/note_perf'] = noteOf('tag', 'perf', '2026-03-05')
    expect((await lore(['tag', ID, '#PERF', '--remove'])).code).toBe(0)
    expect(server.changes().map(({ route }) => route)).toEqual([
      'DELETE /v1/session-notes/note_perf',
    ])
  })

  test('changes nothing where one of the tags to remove is not there', async () => {
    const { code, stderr } = await lore(['tag', ID, 'perf', 'nowhere', '--remove'])
    expect(code).toBe(2)
    expect(stderr).toContain('has no tag "nowhere"')
    expect(server.changes()).toEqual([])
  })

  test('lists the tags of the team without a session', async () => {
    answers['GET /v1/session-tags'] = { items: [{ tag: 'perf', sessions: 2 }] }
    expect((await lore(['tag'])).stdout).toContain('#perf  2 sessions')
    expect((await lore(['tag', '--json'])).json()).toEqual({ tags: [{ tag: 'perf', sessions: 2 }] })
  })
})

describe('lore annotate and lore summarize', () => {
  test('send the words as they were typed, and say how to undo it', async () => {
    answers[`POST ${NOTES}`] = noteOf('annotation', 'Keep')
    const { stdout } = await lore(['annotate', ID, 'Keep', 'the', 'second', 'try.'])
    expect(server.changes()[0]?.body).toEqual({ kind: 'annotation', text: 'Keep the second try.' })
    expect(stdout).toContain('Undo: lore annotate --remove note_Keep')
  })

  test('read a pipe where no words were typed', async () => {
    answers[`POST ${NOTES}`] = noteOf('summary', 'Done')
    await lore(['summarize', ID], '# Done\n\nMoved the tables.\n')
    expect(server.changes()[0]?.body).toEqual({
      kind: 'summary',
      text: '# Done\n\nMoved the tables.\n',
    })
  })

  test('refuse nothing at all, and say what is wanted', async () => {
    const { code, stderr } = await lore(['annotate', ID], ' \n')
    expect(code).toBe(2)
    expect(stderr).toContain('There are no words to add.')
    expect((await lore(['summarize'])).stderr).toContain('Say which session.')
    expect(server.changes()).toEqual([])
  })

  test('restore what was removed, by its id', async () => {
    answers['POST /v1/session-notes/note_Keep/restore'] = noteOf('annotation', 'Keep')
    const { stdout } = await lore(['annotate', '--restore', 'note_Keep'])
    expect(stdout).toContain('Restored.')
  })
})

test('lore show prints what people said of a session, and lore sessions filters by tag', async () => {
  answers[`GET /v1/sessions/${ID}`] = sessionWith(
    noteOf('tag', 'perf'),
    noteOf('annotation', 'The second try is kept.'),
  )
  const shown = await lore(['show', ID])
  expect(shown.stdout).toContain('#perf')
  expect(shown.stdout).toMatch(/annotation by Bo +The second try is kept\./)
  answers['GET /v1/sessions'] = { items: [], next_cursor: null, total: null }
  await lore(['sessions', '--tag', 'perf'])
  const listed = server.asked.find(({ route }) => route === 'GET /v1/sessions')
  expect(listed?.query).toContain('tag=perf')
})
