import { expect } from 'vitest'
import type { RouteBattery } from './route-battery.ts'

const rowOf = (noun: 'observations' | 'summaries' | 'prompts', id: RegExp): RouteBattery => ({
  route: `POST /v1/${noun}`,
  as: 'member',
  status: 200,
  request: () => ({
    url: `/v1/${noun}`,
    payload: { text: 'The harbour gate sticks at low tide.' },
  }),
  others: 'their own',
  malformed: () => ({ url: `/v1/${noun}`, payload: { text: '  ' } }),
  check: (response) => expect(response.json().id).toMatch(id),
})

/** Rows of what is sent one by one. */
export const SINGLE_RECORD_ROWS = [
  rowOf('observations', /^obs_/),
  rowOf('summaries', /^sum_/),
  rowOf('prompts', /^msg_/),
]
