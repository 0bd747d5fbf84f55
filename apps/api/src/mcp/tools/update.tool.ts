import { MEMORY_LIMITS } from '@teamlore/shared/memories'
import { z } from 'zod'
import { frame } from '../quoting/frame.ts'
import { quoted } from '../quoting/quote.ts'
import { defineTool } from '../tool.ts'
import { memoryOutput, memoryOutputOf } from './memory-output.ts'

const input = z.strictObject({
  id: z.string().max(60).describe('Id of the memory (mem_…), or a unique prefix.'),
  action: z
    .enum(['confirm', 'supersede', 'stale', 'reject'])
    .describe(
      'confirm: you saw that it still holds. supersede: `statement` holds instead. stale: it does not seem to hold. reject: it never was so.',
    ),
  statement: z
    .string()
    .min(10)
    .max(MEMORY_LIMITS.maxStatementChars)
    .optional()
    .describe('Of supersede: what holds instead, as one sentence that stands by itself.'),
  reason: z
    .string()
    .max(MEMORY_LIMITS.maxReasonChars)
    .default('')
    .describe('What you saw that says so: a file, a commit, a test.'),
})

export const updateTool = defineTool({
  name: 'lore_update',
  title: 'Say how a memory stands',
  description: [
    'Says that a memory still holds, that something else holds instead, or that it does not hold any more. What would change what the team holds to be so',
    'waits for a person: a replacement is a draft, and an active memory is marked as stale rather than rejected.',
  ].join(' '),
  effect: 'changes',
  needs: 'member',
  input,
  output: memoryOutput,
  run: async ({ useCases, scope }, { id, action, statement, reason }) => {
    const memory = await useCases.updateMemory(scope, {
      id,
      isAgent: true,
      request: { action, reason, ...(statement === undefined ? {} : { statement }) },
    })
    const stale = memory.stale === null ? '' : ', marked as stale for a person to look at'
    return {
      text: `${memory.id} is ${memory.status}${stale}:\n${frame('record', { id: memory.id }, [quoted(memory.statement)])}`,
      data: memoryOutputOf(memory),
    }
  },
})
