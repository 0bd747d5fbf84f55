import { costOf, recordTokens } from '@teamlore/core'
import type { ContextResponse } from '@teamlore/shared'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  sampleHit,
  sampleObservation,
  sampleRecord,
  sampleRecords,
  sampleSessionDetail,
  sampleSummary,
  sampleTimeline,
} from '../testing/samples.ts'
import { openCost } from './open-cost.ts'
import {
  budget,
  hits,
  idOf,
  line,
  messages,
  records,
  sessions,
  text,
  timeline,
} from './testing/any-answers.ts'
import { runTool } from './testing/run-tool.ts'
import { contextOf } from './testing/tool-context.ts'
import type { ToolContext } from './tool.ts'

const page = <T>(items: T[], next_cursor: string | null = null) => ({
  items,
  next_cursor,
  total: null,
})

const stays = async (
  name: string,
  context: ToolContext,
  args: Record<string, unknown>,
  most: number,
) => {
  const answer = await runTool(name, context, { ...args, budget_tokens: most })
  expect(costOf(answer)).toBeLessThanOrEqual(most)
  return answer
}

const RUNS = { numRuns: 80 }

describe('whatever the team knows, an answer stays within its budget', () => {
  test('lore_search, and its cursor leads to the first hit left out', () =>
    fc.assert(
      fc.asyncProperty(hits, fc.array(line, { maxLength: 4 }), budget, async (all, notes, most) => {
        const context = contextOf({
          search: async (_scope, { limit }) => ({
            ...page(all.slice(0, limit), limit < all.length ? `after ${limit}` : null),
            notes,
            arms: ['text'],
            tokens: 90,
            took_ms: 1,
          }),
        })
        const { data } = await stays('lore_search', context, { query: 'x', limit: 25 }, most)
        const answer = data as { results: { id: string }[]; next_cursor: string | null }
        const shown = answer.results.map(({ id }) => id)
        expect(shown).toEqual(all.slice(0, shown.length).map(({ id }) => id))
        if (shown.length > 0 && shown.length < all.length)
          expect(answer.next_cursor).toBe(`after ${shown.length}`)
      }),
      RUNS,
    ))

  test('lore_get, and every id is given, counted or named as missing', () =>
    fc.assert(
      fc.asyncProperty(
        records,
        fc.array(idOf('sum'), { maxLength: 20 }),
        budget,
        async (items, missing, most) => {
          const left_out = [{ id: 'msg_large', tokens: 90_000 }]
          const context = contextOf({
            getRecords: async () => sampleRecords({ items, missing, left_out }),
          })
          const { data, text: shown } = await stays(
            'lore_get',
            context,
            { ids: ['obs_01aaaa'] },
            most,
          )
          const answer = data as { records: { text: string }[]; left_out: { count: number } }
          expect(answer.records.length + answer.left_out.count).toBe(items.length + 1)
          for (const record of answer.records) expect(shown).toContain(record.text)
        },
      ),
      RUNS,
    ))

  test('lore_timeline, which keeps what is nearest in the order of time', () =>
    fc.assert(
      fc.asyncProperty(timeline, fc.nat(), budget, async (items, at, most) => {
        const middle = items.length === 0 ? 0 : at % items.length
        const context = contextOf({
          getTimeline: async () => sampleTimeline(items, middle),
        })
        const { data } = await stays('lore_timeline', context, { around: 'obs_01aaaa' }, most)
        const { entries, left_out } = data as {
          entries: { id: string }[]
          left_out: { count: number }
        }
        expect(entries.length + left_out.count).toBe(items.length)
        const places = entries.map(({ id }) => items.findIndex((item) => item.id === id))
        expect(places).toEqual(places.toSorted((a, b) => a - b))
        const reach = Math.max(0, ...places.map((place) => Math.abs(place - middle)))
        // Nothing nearer than what is shown is left out, but for the other side of the same distance.
        expect(entries.length).toBeGreaterThanOrEqual(Math.min(items.length, reach))
      }),
      RUNS,
    ))

  test('lore_list_sessions, and its cursor leads to the first one left out', () =>
    fc.assert(
      fc.asyncProperty(sessions, budget, async (all, most) => {
        const context = contextOf({
          listSessions: async (_scope, { limit }) =>
            page(all.slice(0, limit), limit < all.length ? `after ${limit}` : null),
        })
        const { data } = await stays('lore_list_sessions', context, { limit: 30 }, most)
        const answer = data as { sessions: unknown[]; next_cursor: string | null }
        const rest = all.length - answer.sessions.length
        if (rest > 0 && answer.sessions.length > 0)
          expect(answer.next_cursor).toBe(`after ${answer.sessions.length}`)
      }),
      RUNS,
    ))

  test('lore_list_sessions with a query, whatever the search has to say', () =>
    fc.assert(
      fc.asyncProperty(
        sessions,
        fc.array(line, { maxLength: 4 }),
        budget,
        async (all, notes, most) => {
          const context = contextOf({
            searchSessions: async (_scope, { limit }) => ({
              next_cursor: limit < all.length ? `after ${limit}` : null,
              items: all
                .slice(0, limit)
                .map((session) => ({ session, hits: 1, best: sampleHit(), tokens: 210 })),
              notes,
              arms: ['text'],
              tokens: 90,
              took_ms: 1,
            }),
          })
          await stays('lore_list_sessions', context, { query: 'x', limit: 30 }, most)
        },
      ),
      RUNS,
    ))

  test('lore_get_session: the overview', () =>
    fc.assert(
      fc.asyncProperty(
        line,
        fc.array(text, { maxLength: 20 }),
        budget,
        async (title, texts, most) => {
          const context = contextOf({
            getSession: async () => sampleSessionDetail({ title }),
            listSummaries: async () => page(texts.map((request) => sampleSummary({ request }))),
            listObservations: async () =>
              page(texts.map((one) => sampleObservation({ title: one }))),
          })
          await stays('lore_get_session', context, { id: 'ses_01aaaa' }, most)
        },
      ),
      RUNS,
    ))

  test('lore_get_session: the transcript, which can be read on to its end', () =>
    fc.assert(
      fc.asyncProperty(messages, budget, async (all, most) => {
        const context = contextOf({
          listMessages: async (_scope, { around }) => ({
            ...page(all.slice(around === undefined ? 0 : all.findIndex(({ id }) => id === around))),
            previous_cursor: null,
          }),
        })
        const seen: string[] = []
        let from: string | null | undefined
        do {
          const args = { id: 'ses_01aaaa', view: 'transcript', ...(from && { from }) }
          const { data } = await stays('lore_get_session', context, args, most)
          const { transcript } = data as {
            transcript: { messages: { id: string }[]; next_from: string | null }
          }
          seen.push(...transcript.messages.map(({ id }) => id))
          // One that does not fit alone is named; going on from it would say the same again.
          from = transcript.messages.length === 0 ? null : transcript.next_from
        } while (from)
        expect(new Set(seen).size).toBe(seen.length)
      }),
      RUNS,
    ))

  test('lore_context', () =>
    fc.assert(
      fc.asyncProperty(
        text,
        fc.integer({ min: 0, max: 20 }),
        budget,
        async (brief, count, most) => {
          const context = contextOf({
            getContext: async (_scope, query): Promise<ContextResponse> => ({
              format: query.format,
              // A use case that keeps its word: nothing longer than it was asked for.
              text: costOf({ text: brief, data: '' }) <= query.budget_tokens ? brief : '',
              tokens: 1,
              budget_tokens: query.budget_tokens,
              included: Array.from({ length: count }, () => ({
                id: sampleHit().id,
                kind: 'observation' as const,
                tokens: 9,
              })),
              left_out: { count: 0, tokens: 0, named: [] },
              notes: [],
            }),
          })
          await stays('lore_context', context, {}, most)
        },
      ),
      RUNS,
    ))
})

test('a record opens for what lore_search says it costs', () =>
  fc.assert(
    fc.asyncProperty(text, text, async (title, body) => {
      const about = { title, text: body, tokens: recordTokens(body) }
      const record = { ...sampleRecord(), parent_id: sampleRecord().id, ...about }
      const getRecords = async () => sampleRecords({ items: [record] })
      const { data } = await runTool('lore_get', contextOf({ getRecords }), {
        ids: [record.id],
        budget_tokens: Math.max(200, openCost(record)),
      })
      expect(data).toMatchObject({ records: [{ id: record.id }], left_out: { count: 0 } })
    }),
    RUNS,
  ))
