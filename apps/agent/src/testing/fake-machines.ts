import {
  machinePageSchema,
  registerMachineRequestSchema,
  registerMachineResponseSchema,
} from '@teamlore/shared'
import type { z } from 'zod'
import { ana, laptop } from './fake-data.ts'

export const MACHINE_KEY = 'tlk_machine-0123456789abcdefghijklmnopq'

/** The one machine of the fake team. */
export const machines = (): [z.ZodType, unknown] => [
  machinePageSchema,
  {
    items: [
      {
        ...laptop,
        platform: 'linux x64',
        agent_version: '0.1.0',
        owner: ana,
        sessions: 40,
        last_seen_at: '2026-05-01T09:00:00.000Z',
      },
    ],
    next_cursor: null,
  },
]

export const register = (body: unknown): [z.ZodType, unknown] => {
  registerMachineRequestSchema.parse(body)
  return [registerMachineResponseSchema, { machine: laptop, key: MACHINE_KEY }]
}
