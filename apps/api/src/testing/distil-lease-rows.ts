import { newId } from '@teamlore/shared'
import { expect } from 'vitest'
import type { RouteBattery } from './route-battery.ts'

const lease = (more: object = {}) => ({ tool: 'claude', holder: 'laptop', ...more })
const answers = (more: object = {}) => ({
  tool: 'claude',
  holder: 'laptop',
  call: {
    id: 'call-of-the-battery',
    model: 'haiku',
    usage: { input_tokens: 10, output_tokens: 1, usd: null },
  },
  answers: [{ lease_id: newId.event(), question_id: 'x', kind: 'segment', answer: {} }],
  ...more,
})

/** Rows of what people have their own coding agents distil. */
export const DISTIL_LEASE_ROWS: RouteBattery[] = [
  {
    route: 'POST /v1/distil-leases',
    as: 'member',
    status: 200,
    request: () => ({ url: '/v1/distil-leases', payload: lease({ memories: true }) }),
    others: 'their own',
    malformed: () => ({ url: '/v1/distil-leases', payload: lease({ tool: 'notepad' }) }),
    check: (response) =>
      expect(response.json().instructions).toMatchObject({
        segment: { system: expect.stringContaining('You read a segment') },
        pair: { system: expect.stringContaining('You compare two statements') },
      }),
  },
  {
    route: 'POST /v1/distil-leases/answers',
    as: 'member',
    status: 200,
    request: () => ({ url: '/v1/distil-leases/answers', payload: answers() }),
    others: 'their own',
    malformed: () => ({ url: '/v1/distil-leases/answers', payload: answers({ holder: 'a b' }) }),
    check: (response) =>
      expect(response.json().results).toMatchObject([{ state: 'unknown', question: null }]),
  },
  {
    route: 'GET /v1/distil-leases',
    as: 'viewer',
    status: 200,
    request: () => ({ url: '/v1/distil-leases' }),
    others: 'their own',
    malformed: () => ({ url: '/v1/distil-leases?days=0' }),
    check: (response) =>
      expect(response.json().due).toMatchObject({ sessions: 0, memories: expect.any(Number) }),
  },
  {
    route: 'PUT /v1/distil-leases/rules',
    as: 'admin',
    status: 200,
    request: () => ({
      url: '/v1/distil-leases/rules',
      payload: { kind: 'tool', subject: 'copilot', allowed: false },
    }),
    others: 'their own',
    malformed: () => ({
      url: '/v1/distil-leases/rules',
      payload: { kind: 'tool', subject: 'copilot' },
    }),
    check: (response) => expect(response.json().tools).not.toContain('copilot'),
  },
]
