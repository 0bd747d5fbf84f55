import { expect } from 'vitest'
import type { RouteBattery } from './route-battery.ts'
import { commentsOf, handoverOf, memoryOf } from './transcript.ts'

/** Rows of what writes memories, reviews them and shows how they stand. */
export const MEMORY_ROWS: RouteBattery[] = [
  {
    route: 'POST /v1/memories',
    fillsTeam: true,
    as: 'member',
    status: 201,
    request: () => ({ url: '/v1/memories', payload: memoryOf() }),
    others: 'their own',
    malformed: () => ({ url: '/v1/memories', payload: memoryOf({ kind: 'rumour' }) }),
    check: (response) =>
      expect(response.json()).toMatchObject({ status: 'active', origin: 'human' }),
  },
  {
    route: 'POST /v1/handovers',
    as: 'member',
    status: 202,
    request: () => ({ url: '/v1/handovers', payload: handoverOf() }),
    others: 'their own',
    malformed: () => ({ url: '/v1/handovers', payload: handoverOf({ evidence: [] }) }),
    check: (response, ids) =>
      expect(response.json()).toMatchObject({
        session_id: ids.session,
        findings: [{ state: 'found' }],
      }),
  },
  {
    route: 'PUT /v1/memories/:id',
    as: 'member',
    status: 200,
    request: ({ memory }) => ({ url: `/v1/memories/${memory}`, payload: { reason: 'Measured.' } }),
    others: 'not_found',
    malformed: ({ memory }) => ({ url: `/v1/memories/${memory}`, payload: { anchors: 'all' } }),
    check: (response) => expect(response.json()).toMatchObject({ reason: 'Measured.', version: 2 }),
  },
  {
    route: 'POST /v1/memories/:id/update',
    as: 'member',
    status: 200,
    request: ({ memory }) => ({
      url: `/v1/memories/${memory}/update`,
      payload: { action: 'stale', reason: 'The queue went.' },
    }),
    others: 'not_found',
    malformed: ({ memory }) => ({
      url: `/v1/memories/${memory}/update`,
      payload: { action: 'forget' },
    }),
    check: (response) => expect(response.json().stale.reason).toBe('The queue went.'),
  },
  {
    route: 'GET /v1/memories/:id/history',
    as: 'viewer',
    status: 200,
    request: ({ memory }) => ({ url: `/v1/memories/${memory}/history` }),
    others: 'not_found',
    malformed: ({ memory }) => ({ url: `/v1/memories/${memory}/history?as_of=${'x'.repeat(400)}` }),
    check: (response, ids) => expect(response.json().head.id).toBe(ids.memory),
  },
  {
    route: 'POST /v1/memories/comments',
    as: 'member',
    status: 200,
    request: () => ({ url: '/v1/memories/comments', payload: commentsOf() }),
    others: 'their own',
    malformed: () => ({ url: '/v1/memories/comments', payload: commentsOf({ marker: 'TODO' }) }),
    check: (response) => expect(response.json()).toMatchObject({ added: 1 }),
  },
  {
    route: 'GET /v1/memories/log',
    as: 'viewer',
    status: 200,
    request: () => ({ url: '/v1/memories/log' }),
    others: 'nothing',
    malformed: () => ({ url: '/v1/memories/log?event=forgotten' }),
    check: (response, ids) =>
      expect(
        response
          .json()
          .items.some(({ memory_id }: { memory_id: string }) => memory_id === ids.memory),
      ).toBe(true),
  },
  {
    route: 'GET /v1/memories/use',
    as: 'viewer',
    status: 200,
    request: () => ({ url: '/v1/memories/use' }),
    others: 'nothing',
    malformed: () => ({ url: '/v1/memories/use?days=0' }),
    check: (response, ids) =>
      expect(
        response
          .json()
          .items.some(({ memory_id }: { memory_id: string }) => memory_id === ids.memory),
      ).toBe(true),
  },
  {
    route: 'GET /v1/memories/:id/readers',
    as: 'viewer',
    status: 200,
    request: ({ memory }) => ({ url: `/v1/memories/${memory}/readers` }),
    others: 'not_found',
    malformed: ({ memory }) => ({ url: `/v1/memories/${memory}/readers?days=900` }),
    check: (response) => expect(response.json().items).toBeInstanceOf(Array),
  },
  {
    route: 'GET /v1/memories/diff',
    as: 'viewer',
    status: 200,
    request: () => ({ url: '/v1/memories/diff' }),
    others: 'their own',
    malformed: () => ({ url: '/v1/memories/diff?limit=0' }),
    check: (response) => expect(response.json().came.count).toBeGreaterThan(0),
  },
  {
    route: 'GET /v1/memories/review',
    as: 'viewer',
    status: 200,
    request: () => ({ url: '/v1/memories/review' }),
    others: 'nothing',
    malformed: () => ({ url: '/v1/memories/review?limit=0' }),
  },
  {
    route: 'POST /v1/memories/review',
    as: 'member',
    status: 200,
    request: ({ memory }) => ({
      url: '/v1/memories/review',
      payload: { ids: [memory], decision: 'assign', assignee: null },
    }),
    others: 'not_found',
    malformed: () => ({ url: '/v1/memories/review', payload: { ids: [], decision: 'approve' } }),
    check: (response) => expect(response.json()).toEqual({ action: null, changed: 0 }),
  },
  {
    route: 'POST /v1/memories/undo',
    as: 'member',
    status: 409,
    request: () => ({ url: '/v1/memories/undo', payload: {} }),
    others: 'their own',
    malformed: () => ({ url: '/v1/memories/undo', payload: { action: 7 } }),
  },
  {
    route: 'POST /v1/memories/unreviewed',
    as: 'admin',
    status: 200,
    request: () => ({ url: '/v1/memories/unreviewed', payload: {} }),
    others: 'their own',
    malformed: () => ({ url: '/v1/memories/unreviewed', payload: { to: 'active' } }),
    check: (response) => expect(response.json()).toEqual({ action: null, changed: 0, left: 0 }),
  },
  {
    route: 'POST /v1/memories/settle',
    as: 'member',
    status: 422,
    request: ({ memory }) => ({
      url: '/v1/memories/settle',
      payload: { keep: memory, other: memory, decision: 'both' },
    }),
    others: 'not_found',
    malformed: () => ({ url: '/v1/memories/settle', payload: {} }),
  },
  {
    route: 'GET /v1/memories/policy',
    as: 'viewer',
    status: 200,
    request: () => ({ url: '/v1/memories/policy' }),
    others: 'their own',
    malformed: () => ({ url: `/v1/memories/policy?project=${'x'.repeat(400)}` }),
    check: (response) => expect(response.json()).toMatchObject({ mode: 'confidence' }),
  },
  {
    route: 'PUT /v1/memories/policy',
    as: 'admin',
    status: 200,
    request: () => ({ url: '/v1/memories/policy', payload: { mode: 'confidence' } }),
    others: 'their own',
    malformed: () => ({ url: '/v1/memories/policy', payload: { mode: 'never' } }),
    check: (response) =>
      expect(response.json()).toMatchObject({ mode: 'confidence', is_own: true }),
  },
  {
    route: 'DELETE /v1/memories/policy',
    as: 'admin',
    status: 200,
    request: () => ({ url: '/v1/memories/policy' }),
    others: 'their own',
    malformed: () => ({ url: `/v1/memories/policy?project=${'x'.repeat(400)}` }),
    check: (response) => expect(response.json()).toMatchObject({ is_own: false }),
  },
  {
    route: 'GET /v1/contradictions',
    as: 'viewer',
    status: 200,
    request: () => ({ url: '/v1/contradictions' }),
    others: 'nothing',
    malformed: () => ({ url: '/v1/contradictions?limit=0' }),
  },
]
