import type { LoreClient, Message } from '@teamlore/shared'
import { CliError, usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { redactedText } from '../../export/redact-export.ts'
import { plural } from '../../output/format.ts'
import { dim } from '../../output/line.ts'
import { printable } from '../../output/printable.ts'
import { openConnection } from '../../platform/connection.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { openRedactor } from '../shared/open-redactor.ts'
import { sessionIdOf } from '../shared/session-id.ts'
import {
  CONTINUE_TOOLS,
  type ContinueOptions,
  type ContinueTool,
  STARTS,
  type StartTool,
} from './continue.tools.ts'
import { type HandoverParts, handoverText } from './handover-text.ts'

const DEFAULT_TOKENS = 2_000
/** Of one session: the first and the last ones are what is needed. */
const MAX_PROMPTS = 400

/** `lore continue ID --with TOOL`: starts another tool with a handover of a session. */
export const makeRunContinue =
  ({ start }: { start: StartTool }) =>
  async (context: CommandContext, typed: string, options: ContinueOptions): Promise<ExitCode> => {
    const { output, isJson } = context
    const isPrinted = options.print === true || isJson
    if (options.with === undefined && !isPrinted)
      throw usageError(
        'Say in which tool to go on.',
        `Give --with ${CONTINUE_TOOLS.join(', ')}; or --print to see the handover.`,
      )
    const text = await handoverOf(context, typed, options.budget ?? DEFAULT_TOKENS)
    if (isJson) output.json({ text })
    else if (isPrinted) for (const line of text.split('\n')) output.print([printable(line)])
    else if (options.with !== undefined) return startWith(start, context, options.with, text)
    return EXIT.ok
  }

const startWith = async (
  start: StartTool,
  { output, cwd }: CommandContext,
  tool: ContinueTool,
  text: string,
): Promise<ExitCode> => {
  output.note([dim(`Starting ${tool} with ${plural(text.length, 'character')} of handover.`)])
  const ended = await start(tool, STARTS[tool](text), cwd())
  if (ended !== null) return ended.code === 0 ? EXIT.ok : EXIT.failed
  throw new CliError({
    code: 'continue.not_installed',
    message: `${tool} is not installed here, or not on the PATH.`,
    hint: 'Install it, or take the handover with --print and paste it.',
  })
}

const handoverOf = async (
  context: CommandContext,
  typed: string,
  budget: number,
): Promise<string> => {
  const id = sessionIdOf(typed)
  const { client, stored } = await openConnection(context)
  const redactor = await openRedactor(context.paths, { client, stored })
  // It goes to the model of another tool: by the rules of today, too.
  return redactedText(handoverText(await partsOf(client, id), budget), redactor)
}

const partsOf = async (client: LoreClient, id: string): Promise<HandoverParts> => {
  const session = await client.sessions.get(id)
  const summaries = (await client.summaries.list({ session: session.id, limit: 50 })).items
  const observations = (await client.observations.list({ session: session.id, limit: 100 })).items
  const prompts = await promptsOf(client, session.id)
  const byTime = [...summaries].sort((a, b) => a.prompt_number - b.prompt_number)
  return {
    session,
    summaries: byTime,
    observations,
    prompts,
    answer: await answerTo(client, session.id, prompts.at(-1)),
  }
}

/** What people asked, in order: of a long session how it began, and the end. */
const promptsOf = async (client: LoreClient, id: string): Promise<Message[]> => {
  const prompts: Message[] = []
  let cursor: string | undefined
  do {
    const page = await client.sessions.messages(id, {
      kind: 'human',
      limit: 200,
      preview_chars: 2_000,
      cursor,
    })
    prompts.push(...page.items)
    if (prompts.length > MAX_PROMPTS) prompts.splice(1, prompts.length - MAX_PROMPTS)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return prompts
}

/** The last words of the agent behind the last prompt. */
const answerTo = async (
  client: LoreClient,
  id: string,
  prompt: Message | undefined,
): Promise<Message | undefined> => {
  if (prompt === undefined) return undefined
  let answer: Message | undefined
  let cursor: string | undefined
  do {
    const page = await client.sessions.messages(id, {
      ...(cursor === undefined ? { around: prompt.id } : { cursor }),
      limit: 200,
      preview_chars: 2_000,
    })
    answer = page.items.findLast(saysSomething) ?? answer
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return answer
}

const saysSomething = ({ role, blocks }: Message): boolean =>
  role === 'assistant' &&
  blocks.some(({ block }) => block.type === 'text' && block.text.trim() !== '')
