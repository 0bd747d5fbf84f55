import type { Schema } from './adapter.types.ts'
import type { FoundAgent, Machine } from './find-own-agents.ts'
import { guardText } from './guarded-text.ts'
import { jsonIn } from './json-in.ts'
import { OwnAgentError, type OwnAgentUsage } from './own-agent-error.ts'
import { openOwnFolder } from './own-folder.ts'
import { plainSchema } from './plain-schema.ts'
import { runTool } from './run-tool.ts'

type OwnAgentQuestion = {
  system: string
  prompt: string
  schema: Schema
  model?: string | undefined
  timeoutMs?: number
  signal?: AbortSignal | undefined
}

export type OwnAgentAnswer = { value: unknown; usage: OwnAgentUsage; model: string }

const TIMEOUT_MS = 180_000

/** The system prompt is ours, and says nothing that a tool would act upon; it is not changed. */
const SYSTEM_END =
  '\n\nYou have no tools and need none. Answer with one JSON value and nothing else, after the schema that you are given.'

const eventOf = (line: string): Record<string, unknown> | undefined => {
  if (!line.startsWith('{')) return undefined
  const value = jsonIn(line)
  return value === undefined ? undefined : (value as Record<string, unknown>)
}

/**
 * Puts one question to a coding agent that the person has signed in to: one process, without tools, in an empty folder, with what
 * tools act upon taken out of the prompt. What it leaves behind is taken away. It is not asked again here: whoever asks decides.
 *
 * @throws OwnAgentError where it brings no JSON.
 */
export const askOwnAgent = async (
  { adapter, file }: Pick<FoundAgent, 'adapter' | 'file'>,
  machine: Machine,
  question: OwnAgentQuestion,
): Promise<OwnAgentAnswer> => {
  const { system, prompt, schema, timeoutMs = TIMEOUT_MS, signal } = question
  const model = question.model ?? adapter.model ?? undefined
  const folder = await openOwnFolder(machine.stateDir, adapter.name)
  const places = { folder, home: machine.home, variables: machine.variables }
  const guarded = guardText(prompt)
  const command = await adapter.command(
    {
      system: system + SYSTEM_END,
      prompt: guarded.text,
      schema: plainSchema(schema),
      model,
    },
    places,
  )
  const { onEvent, onStderr } = adapter
  try {
    const ran = await runTool({
      file,
      args: command.args,
      stdin: command.stdin,
      env: { ...machine.variables, TMPDIR: folder.tmp, ...command.variables },
      cwd: folder.cwd,
      timeoutMs,
      signal,
      onStderr,
      onStdout:
        onEvent &&
        ((line) => {
          const event = eventOf(line)
          return event && onEvent(event)
        }),
    })
    const answer = await adapter.parse(ran, places)
    const value = answer.json ?? jsonIn(answer.text)
    const { usage } = answer
    if (value === undefined || value === null)
      throw new OwnAgentError(
        'bad-answer',
        answer.text === '' ? 'It answered nothing.' : 'There is no JSON in the answer.',
        { usage },
      )
    return {
      value: guarded.restore(value),
      usage,
      model: answer.model ?? model ?? 'default',
    }
  } finally {
    await folder.clean(command.leaves ?? [])
  }
}
