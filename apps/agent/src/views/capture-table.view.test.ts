import { expect, test } from 'vitest'
import { textOf } from '../output/line.ts'
import type { CaptureState } from '../platform/capture-state.ts'
import { toolCountsOf } from '../report/tool-counts.ts'
import { buildCaptureMachine, buildCaptureTool } from '../testing/fake-data.ts'
import { captureTableLines } from './capture-table.view.ts'

const here = (fields: Partial<CaptureState['tools'][number]>) =>
  ({
    tools: [
      {
        tool: 'claude-code',
        label: 'Claude Code',
        files: 1,
        sessions: 40,
        messages: 12_000,
        prompts: 1,
        sent: 1,
        acknowledged: 1,
        spooled: 0,
        quarantined: 0,
        left_out: 0,
        bad_lines: 0,
        oldest_unsent_at: null,
        last_success_at: null,
        last_error: null,
        ...fields,
      },
    ],
  }) as unknown as CaptureState

const verdict = (state: CaptureState | undefined, machine = buildCaptureMachine()): string => {
  const lines = captureTableLines(toolCountsOf(state, machine), { width: undefined })
  return lines.at(-1)?.map(textOf).join('').trim().split(/ {2,}/).at(-1) ?? ''
}

test('what is read here and held there is all there', () => {
  expect(verdict(here({}))).toBe('all there')
})

test('what neither waits nor arrived is missing', () => {
  expect(verdict(here({ messages: 12_010, spooled: 4 }))).toBe('6 missing')
})

test('what waits or was quarantined is said to', () => {
  expect(verdict(here({ messages: 12_004, spooled: 4 }))).toBe('on its way')
  expect(verdict(here({ messages: 12_004, quarantined: 4 }))).toBe('quarantined')
})

test.each([
  ['waits', { spooled: 4 }, /on its way$/],
  ['was quarantined', { quarantined: 4 }, /quarantined$/],
  ['is an edit alone', {}, /quarantined$/],
])('what the server refused is no word about files: it %s', (_, figures, said) => {
  const last_error = { at: '', code: 'x.odd', message: 's: Odd.' }
  const state = here({ messages: 12_000, ...figures, last_error })
  const lines = captureTableLines(toolCountsOf(state, buildCaptureMachine()), { width: undefined })
  const shown = lines.map((line) => line.map(textOf).join('').trim())
  expect(shown.at(-2)).toMatch(said)
  expect(shown.at(-1)).toContain('s: Odd.')
})

test('what is held and cannot be found is said to', () => {
  const tool = buildCaptureTool()
  const server = { ...tool.server, indexed: 11_999, not_indexed: 1 }
  expect(verdict(here({}), buildCaptureMachine({ tools: [{ ...tool, server }] }))).toBe(
    '1 not found',
  )
})

test('what cannot be read is said to, also of a tool without a session', () => {
  const last_error = { at: '', code: 'capture.unreadable', message: '/x/opencode.db is damaged' }
  const state = here({ sessions: 0, messages: 0, last_error })
  const lines = captureTableLines(toolCountsOf(state, undefined), { width: undefined })
  const shown = lines.map((line) => line.map(textOf).join('').trim())
  expect(shown.at(-2)).toMatch(/^Claude Code .* not all read$/)
  expect(shown.at(-1)).toBe('Claude Code: /x/opencode.db is damaged; `lore doctor` says what to do')
})

test('tools that were never used take no line', () => {
  const unused = here({ sessions: 0, messages: 0 })
  expect(captureTableLines(toolCountsOf(unused, undefined), { width: 80 })).toEqual([])
})
