import type { CaptureAlarm, CaptureMachine, CaptureTool } from '@teamlore/shared'
import { describe, expect, test } from 'vitest'
import {
  figuresOf,
  headline,
  isAbsent,
  memoryWords,
  notesOf,
  stateOf,
  watchWords,
} from './sentences.ts'

const agent = {
  files: 3,
  sessions: 2,
  messages: 1_200,
  prompts: 9,
  sent: 1,
  acknowledged: 1,
  spooled: 0,
  quarantined: 0,
  left_out: 0,
  bad_lines: 0,
  oldest_unsent_at: null,
  last_success_at: null,
  last_error: null,
}
const server = {
  sessions: 2,
  messages: 1_200,
  prompts: 9,
  indexed: 1_200,
  not_indexed: 0,
  distilled: 2,
  to_distil: 0,
  distil_failed: 0,
  to_embed: 0,
  forgotten: 0,
  last_received_at: null,
}
const tool = (fields: Partial<CaptureTool> = {}): CaptureTool => ({
  tool: 'codex',
  label: 'Codex',
  state: 'ok',
  agent,
  server,
  not_arrived: 0,
  lag_seconds: 0,
  ...fields,
})
const alarm = (severity: CaptureAlarm['severity'], code = 'capture.paused') =>
  ({ severity, code }) as CaptureAlarm
const machine = (fields: object) => fields as CaptureMachine
const overview = (alarms: CaptureAlarm[], machines: CaptureMachine[] = []) => ({
  at: '',
  server_version: '',
  alarms,
  machines,
  left_out: 0,
})
const figure = (of: CaptureTool, name: string) => figuresOf(of).find((one) => one.name === name)

describe('capture in sentences', () => {
  test('is reported by the worst there is', () => {
    const reported = machine({ reported_at: 'now' })
    expect(headline(overview([], [reported]))).toMatchObject({ tone: 'ok' })
    expect(headline(overview([], [machine({ reported_at: null })]))).toMatchObject({ tone: 'wait' })
    expect(headline(overview([alarm('warning')]))).toMatchObject({
      tone: 'wait',
      says: '1 thing to look at; nothing is lost.',
    })
    expect(headline(overview([alarm('error'), alarm('warning')]))).toMatchObject({
      tone: 'error',
      says: '1 alarm: capture needs help.',
    })
    expect(headline(overview([alarm('error', 'capture.not_arrived')])).says).toContain(
      'cannot be found',
    )
  })

  test('has a word for each state, none like another', () => {
    const words = (['ok', 'warning', 'error', 'silent', 'unknown'] as const).map(
      (state) => stateOf(state).word,
    )
    expect(new Set(words).size).toBe(words.length)
  })

  test('reports whether a machine watches', () => {
    expect(watchWords(machine({ agent: null }))).toBe('no report yet')
    expect(watchWords(machine({ agent: { watching: true } }))).toBe('watching')
    expect(watchWords(machine({ agent: { watching: false } }))).toContain('by hand')
  })
})

describe('a tool of which nothing was found', () => {
  const none = {
    sessions: 0,
    messages: 0,
    prompts: 0,
    indexed: 0,
    not_indexed: 0,
    distilled: 0,
    to_distil: 0,
    distil_failed: 0,
    to_embed: 0,
    forgotten: 0,
    last_received_at: null,
  }
  const seen = { ...agent, files: 0, sessions: 0, messages: 0, prompts: 0 }
  const nothing = tool({ agent: seen, server: none })

  test('is distinguished from one that has anything to say', () => {
    expect(isAbsent(nothing)).toBe(true)
    expect(isAbsent({ ...nothing, agent: null })).toBe(true)
    expect(isAbsent(tool())).toBe(false)
  })

  test.each<[string, CaptureTool]>([
    ['files without a session', { ...nothing, agent: { ...seen, files: 1 } }],
    ['sessions kept back', { ...nothing, agent: { ...seen, left_out: 1 } }],
    ['lines nobody could read', { ...nothing, agent: { ...seen, bad_lines: 1 } }],
    [
      'an error',
      { ...nothing, agent: { ...seen, last_error: { code: 'x', at: '', message: 'no' } } },
    ],
    ['sessions from before', { ...nothing, server: { ...none, sessions: 1 } }],
    ['an alarm', { ...nothing, state: 'error' }],
    ['something lost', { ...nothing, not_arrived: 1 }],
  ])('is not one with %s', (_, other) => {
    expect(isAbsent(other)).toBe(false)
  })
})

describe('the memory files of a machine', () => {
  const held = { files: 2, not_indexed: 0, last_received_at: null }
  const seen = {
    folders: 1,
    files: 3,
    acknowledged: 2,
    waiting: 0,
    quarantined: 0,
    left_out: 0,
    last_success_at: null,
    last_error: null,
  }

  test('are shown in one line, with what is in the way', () => {
    const all = { state: 'ok', agent: seen, server: held, not_arrived: 0 } as const
    expect(memoryWords(all)).toBe('3 seen, 2 held')
    expect(memoryWords({ ...all, agent: null })).toBe('2 held')
    expect(
      memoryWords({
        ...all,
        agent: { ...seen, waiting: 1, quarantined: 4, left_out: 5 },
        not_arrived: 6,
        server: { ...held, not_indexed: 7 },
      }),
    ).toBe(
      '3 seen, 2 held, 1 waiting, 4 quarantined, 6 missing, 7 not searchable, 5 kept back by choice',
    )
  })

  test('that are lost are shown as a loss', () => {
    expect(headline(overview([alarm('error', 'capture.memory_files_not_arrived')])).says).toContain(
      'cannot be found',
    )
  })
})

describe('the figures of a tool', () => {
  test('mark what waits, what is missing and what cannot be found', () => {
    const waits = tool({ agent: { ...agent, spooled: 40 }, lag_seconds: 900 })
    expect(figure(waits, 'Waiting')).toMatchObject({ value: '40 for 15 min', tone: 'wait' })
    expect(figure(tool({ not_arrived: 3 }), 'Missing')).toMatchObject({ value: '3', tone: 'error' })
    const lost = tool({ server: { ...server, indexed: 1_199, not_indexed: 1 } })
    expect(figure(lost, 'Searchable')).toMatchObject({ value: '1,199', tone: 'error' })
  })

  test('mark nothing where all is well', () => {
    expect(figuresOf(tool()).filter(({ tone }) => tone !== undefined)).toEqual([])
  })

  test('say nothing of what a machine never reported', () => {
    const silent = tool({ agent: null })
    expect(figure(silent, 'Read')?.value).toBe('–')
    expect(figure(silent, 'Missing')).toMatchObject({ value: '–' })
    expect(figure(silent, 'Sessions')?.value).toBe('2')
  })

  test('come with notes where there is something to say', () => {
    expect(notesOf(tool())).toEqual([])
    const busy = tool({
      agent: { ...agent, left_out: 1, bad_lines: 2 },
      server: { ...server, to_distil: 3, distil_failed: 1, to_embed: 4 },
    })
    expect(notesOf(busy)).toEqual([
      '1 session kept back by choice',
      '2 lines could not be read',
      '3 sessions to distil',
      '1 session could not be distilled',
      '4 texts to embed',
    ])
  })
})
