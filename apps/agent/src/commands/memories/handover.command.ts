import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import {
  HANDOVER_LIMITS,
  type Handover,
  type HandoverRequest,
  handoverRequestSchema,
  type ReadingState,
} from '@teamlore/shared/handover'
import type { MemoryKind } from '@teamlore/shared/memories'
import { usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { plural } from '../../output/format.ts'
import { dim } from '../../output/line.ts'
import { openConnection } from '../../platform/connection.ts'
import type { CommandContext } from '../shared/command-context.ts'

export type HandoverOptions = {
  from?: string | undefined
  session?: string | undefined
  kind?: MemoryKind | undefined
  reason?: string | undefined
  quote?: readonly string[] | undefined
  dryRun?: boolean | undefined
  status?: string | undefined
}

const FORM =
  'Give {"findings":[{"kind","title","evidence":[{"quote"}]}]}; `lore handover --help` shows one.'

/** `lore handover`: what a session found, in words or as JSON; checked against its transcript by the server. */
export const runHandover = async (
  context: CommandContext,
  words: readonly string[],
  options: HandoverOptions,
): Promise<ExitCode> => {
  const { status } = options
  if (status !== undefined) {
    const { client } = await openConnection(context)
    return show(context, await client.getHandover(status))
  }
  const request = await requestOf(context, words, options)
  if (options.dryRun === true) return preview(context, request)
  const { client } = await openConnection(context)
  return show(context, await client.handOver(request))
}

const preview = ({ output, isJson }: CommandContext, request: HandoverRequest): ExitCode => {
  if (isJson) output.json(request)
  else {
    for (const { kind, title } of request.findings) output.print([`${kind}  ${title}`])
    output.note([dim(`${countOf(request)} would be handed over. Nothing was sent.`)])
  }
  return EXIT.ok
}

const STATES = {
  found: 'borne out  ',
  waiting: 'waiting    ',
  refused: 'refused    ',
} as const

const READINGS: Partial<Record<ReadingState, string>> = {
  confirmed: 'confirmed  ',
  unclear: 'unclear    ',
}

const stateOf = ({ state, reading }: Handover['findings'][number]): string =>
  (state === 'found' && reading !== null ? READINGS[reading] : undefined) ?? STATES[state]

const show = ({ output, isJson }: CommandContext, answer: Handover): ExitCode => {
  if (isJson) output.json(answer)
  else {
    for (const finding of answer.findings) {
      const { title, reason } = finding
      output.print([stateOf(finding), title])
      if (reason !== null) output.print([dim(`           ${reason}`)])
    }
    if (answer.findings.some(({ state }) => state === 'waiting'))
      output.note([
        dim('What waits is looked for again as more of the session comes in: '),
        `lore handover --status ${answer.id}`,
      ])
    if (answer.findings.some(({ reading }) => reading === 'waiting'))
      output.note([
        dim('What is borne out is served as unreviewed until a reader has confirmed it: '),
        `lore handover --status ${answer.id}`,
      ])
  }
  return EXIT.ok
}

const countOf = ({ findings }: HandoverRequest): string =>
  findings.length === 1 ? 'One finding' : plural(findings.length, 'finding')

const requestOf = async (
  context: CommandContext,
  words: readonly string[],
  { from, session, kind, reason, quote }: HandoverOptions,
): Promise<HandoverRequest> => {
  const title = words.join(' ').trim()
  if (title !== '' && from !== undefined)
    throw usageError('Give a finding in words or --from, not both.', 'See lore handover --help.')
  const named = session === undefined ? {} : { session }
  if (title !== '') {
    if (quote === undefined)
      throw usageError(
        'A finding rests on words of its session.',
        'Copy them letter by letter: --quote "…".',
      )
    const evidence = quote.map((one) => ({ quote: one }))
    const finding = { kind: kind ?? 'decision', title, reason: reason ?? '', evidence }
    return checked({ ...named, findings: [finding] })
  }
  if (kind !== undefined || reason !== undefined || quote !== undefined)
    throw usageError(
      '--kind, --reason and --quote go with a finding in words.',
      'Say it first: lore handover "The queue is FIFO." --quote "…".',
    )
  const parsed = parse(await readJson(context, from))
  return checked(
    Array.isArray(parsed) ? { ...named, findings: parsed } : { ...objectOf(parsed), ...named },
  )
}

const objectOf = (value: unknown): object => {
  if (typeof value === 'object' && value !== null) return value
  throw usageError('That is no handover.', FORM)
}

/** From a pipe where no file is named; at a terminal nobody is left waiting for a file that does not come. */
const readJson = async (
  { stdin, cwd }: CommandContext,
  from: string | undefined,
): Promise<string> => {
  if (from !== undefined && from !== '-') {
    try {
      return await readFile(resolve(cwd(), from), 'utf8')
    } catch {
      throw usageError(`${from} cannot be read.`, 'Name a file with JSON, or - for a pipe.')
    }
  }
  const piped = stdin.isTTY === true && from === undefined ? '' : await text(stdin)
  if (piped.trim() === '')
    throw usageError(
      'There is nothing to hand over.',
      'Say a finding, name a file by --from, or pipe JSON in.',
    )
  return piped
}

const parse = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    throw usageError('That is no JSON.', FORM)
  }
}

/** By the rules of the server, so that a mistake is shown before anything is sent, with its place. */
const checked = (request: unknown): HandoverRequest => {
  const result = handoverRequestSchema.safeParse(request)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const place = issue?.path.join('.') ?? ''
  const hint = /quote$/.test(place)
    ? `A quote has 12 to ${HANDOVER_LIMITS.maxQuoteChars} characters.`
    : FORM
  throw usageError(`${place === '' ? 'The handover' : place}: ${issue?.message}.`, hint)
}
