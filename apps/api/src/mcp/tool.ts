import type { CallToolResult, McpServer } from '@modelcontextprotocol/server'
import { DomainError, scopeFor, type TeamScope } from '@teamlore/core'
import type { TeamRole } from '@teamlore/shared'
import type { ClientScope } from '@teamlore/shared/clients'
import { roleCovers } from '@teamlore/shared/roles'
import type { z } from 'zod'
import type { UseCases } from '../compose.ts'
import { issueInWords } from '../errors/issue-in-words.ts'
import type { Metrics } from '../plugins/metrics.ts'
import { holdsNul } from '../plugins/plain-text.plugin.ts'
import type { Answer } from './budget.ts'
import { memoSchema } from './memo-schema.ts'
import { framed, quotedData } from './quoting/frame.ts'
import { quoted } from './quoting/quote.ts'

/** One call's surroundings: whose it is, and what it may use. */
export type ToolContext<R extends TeamRole = 'viewer'> = {
  useCases: UseCases
  scope: TeamScope<R>
  metrics: Metrics
  onError: (tool: string, error: unknown) => void
  /** Aborted when the client cancels the call, or goes. */
  signal?: AbortSignal
}

/** Who connects, and what for: the same address offers a viewer other tools than a member. */
export type Connection = {
  role: TeamRole
  /** As the address names it (`?project=`); null where it names none. */
  project: string | null
}

export type Tool = {
  name: string
  /** What a connected client needs for it, beside `read`. */
  scope: ClientScope
  isOffered: (to: Connection) => boolean
  /** What it can be asked. */
  input: z.ZodObject
  register: (server: McpServer, context: ToolContext) => void
}

/** A mistake of the asker, returned to the agent as a sentence it can act on. */
export class ToolInputError extends Error {
  override name = 'ToolInputError'
}

/** What a call does to the team's data. Clients ask their people before anything that is not `reads`. */
type Effect = 'reads' | 'adds' | 'changes'

type Spec<I extends z.ZodObject, O extends z.ZodObject, R extends TeamRole> = {
  name: string
  title: string
  /** What an agent reads before choosing: when to use it, what it costs, what comes next. */
  description: string
  /** Reads by default. */
  effect?: Effect
  /** What a connected client needs for it; what its effect says by default. */
  scope?: ClientScope
  /** Whom it is offered; a viewer by default. */
  needs?: R
  /** Whether it is offered in a connection of this kind, where the role alone does not say. */
  isFor?: (connection: Connection) => boolean
  input: I
  output: O
  run: (context: ToolContext<R>, args: z.output<I>) => Promise<Answer<z.input<O>>>
}

const HINTS = {
  reads: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  adds: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  changes: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
} as const satisfies Record<Effect, object>

export const defineTool = <
  I extends z.ZodObject,
  O extends z.ZodObject,
  R extends TeamRole = 'viewer',
>(
  spec: Spec<I, O, R>,
): Tool => {
  const { name, title, description, effect = 'reads' } = spec
  // The type is the one that was asked for, or `viewer`.
  const needs = (spec.needs ?? 'viewer') as R
  const config = {
    title,
    description,
    inputSchema: describedOnly(memoSchema(spec.input)),
    outputSchema: memoSchema(spec.output),
    annotations: { title, ...HINTS[effect], openWorldHint: false },
  }
  return {
    name,
    scope: spec.scope ?? (effect === 'reads' ? 'read' : 'write'),
    input: spec.input,
    isOffered: (to) => roleCovers(to.role, needs) && (spec.isFor?.(to) ?? true),
    register: (server, context) => {
      server.registerTool(name, config, (args, { mcpReq: { signal } }) =>
        call(name, context, async () => {
          if (holdsNul(args)) throw new ToolInputError(NUL)
          const scope = scopeFor(context.scope, needs)
          return spec.run({ ...context, scope, signal }, argumentsOf(spec.input, args))
        }),
      )
    },
  }
}

/** The SDK sends clients the schema. Reading by it is done here, where a refusal is a sentence like any other. */
const describedOnly = <S extends ReturnType<typeof memoSchema>>(schema: S): S => ({
  ...schema,
  '~standard': { ...schema['~standard'], validate: (value: unknown) => ({ value }) },
})

/** @throws ToolInputError saying what to write instead */
const argumentsOf = <I extends z.ZodObject>(input: I, args: unknown): z.output<I> => {
  const read = input.safeParse(args, { error: issueInWords })
  if (read.success) return read.data
  const sentences = read.error.issues.slice(0, MAX_ISSUES).map(sentenceOf)
  const isUnknown = read.error.issues.some(({ code }) => code === 'unrecognized_keys')
  if (isUnknown) sentences.push(`There are: ${Object.keys(input.shape).join(', ')}.`)
  throw new ToolInputError(sentences.join(' '))
}

const MAX_ISSUES = 5

const sentenceOf = ({ path, message }: z.core.$ZodIssue): string => {
  const words = path.length === 0 ? message : `${path.join('.')} ${message}`
  return `${path.length === 0 ? words.charAt(0).toUpperCase() + words.slice(1) : words}.`
}

const call = async (
  tool: string,
  { metrics, onError }: ToolContext,
  run: () => Promise<Answer<unknown>>,
): Promise<CallToolResult> => {
  const stop = metrics.toolCalls.startTimer({ tool })
  try {
    const { text, data } = await run()
    stop({ outcome: 'ok' })
    return {
      content: [{ type: 'text', text: framed(text) }],
      structuredContent: quotedData(data) as Record<string, unknown>,
    }
  } catch (error) {
    const known = error instanceof DomainError || error instanceof ToolInputError
    stop({ outcome: known ? 'refused' : 'failed' })
    if (!known) onError(tool, error)
    return {
      isError: true,
      content: [{ type: 'text', text: known ? quoted(error.message) : UNEXPECTED }],
    }
  }
}

const NUL = 'The arguments hold a character with code 0, which no text can. Take it out.'
const UNEXPECTED =
  'Something went wrong on the Teamlore server. Try again once; then go on without it.'
