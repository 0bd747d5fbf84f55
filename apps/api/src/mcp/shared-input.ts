import { z } from 'zod'

export const projectInput = z
  .string()
  .max(2_000)
  .optional()
  .describe('Only this project: name, remote URL or id.')

/** The smallest answer that can say anything at all. */
const MIN_BUDGET = 200

export const budgetInput = (fallback: number, max = 50_000) =>
  z
    .int()
    .min(MIN_BUDGET)
    .max(max)
    .default(fallback)
    .describe('Most tokens the answer may cost; what does not fit is left out whole and counted.')

export const leftOutOutput = z
  .object({ count: z.int(), tokens: z.int() })
  .describe('What the budget left out, and about what it would have cost.')
