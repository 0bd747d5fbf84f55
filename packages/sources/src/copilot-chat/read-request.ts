import type { Block, Usage } from '@teamlore/shared'
import { boundedJson } from '../shared/bounded-json.ts'
import { pathOfUri } from '../shared/file-uri.ts'
import { imageBlock } from '../shared/image-block.ts'
import type { UnknownRecords } from '../shared/unknown-records.ts'
import { countOf, isCount } from '../shared/usage.ts'
import { fieldsOf, textOrNull, timeOrNull } from '../shared/values.ts'
import type { Turn, TurnEdit } from '../turns/session-draft.ts'
import { appliedEdits, editsOfCall } from './edits.ts'
import { listOf, type RawMetadata, type RawRequest, type RawResult, textOf } from './raw-chat.ts'
import { type Call, emptyRound, type Round, roundsOfMetadata, roundsOfResponse } from './rounds.ts'

/** One request: what was asked, and round by round what was answered and what the tools said. */
export const turnsOfRequest = (request: RawRequest, unknown: UnknownRecords): Turn[] => {
  const requestId = textOrNull(request.requestId, 200)
  const common = {
    ts: timeOrNull(request.timestamp),
    isAbandoned: request.shouldBeRemovedOnSend !== undefined,
  }
  const answers = answersOf(request, unknown)
  const base = textOrNull(request.responseId, 200) ?? (requestId && `${requestId}:answer`)
  return [
    promptTurn(request, requestId, common),
    ...answers.flatMap((answer, at): Turn[] => {
      const id = base && (at === 0 ? base : `${base}#${at}`)
      const results = resultBlocks(answer.round.calls)
      const model = modelOf(request)
      const said = {
        ...common,
        ...answer.turn,
        id,
        model,
        role: 'assistant',
        kind: 'assistant',
      } as const
      const toolMessage = {
        ...common,
        id: id && `${id}:results`,
        role: 'tool',
        kind: 'tool_result',
      } as const
      return results.length === 0 ? [said] : [said, { ...toolMessage, blocks: results }]
    }),
  ]
}

type Common = Pick<Turn, 'ts' | 'isAbandoned'>

const promptTurn = (request: RawRequest, id: string | null, common: Common): Turn => {
  const { message } = request
  const text = textOf(fieldsOf<{ text?: unknown }>(message).text ?? message)
  const attached = attachments(request.variableData)
  const isTyped =
    (text.trim() !== '' || attached.some(({ type }) => type === 'image')) &&
    request.isSystemInitiated !== true &&
    request.confirmation === undefined
  return {
    ...common,
    id,
    role: 'user',
    kind: isTyped ? 'human' : 'injected',
    blocks: [...(text === '' ? [] : [{ type: 'text', text } as const]), ...attached],
  }
}

type RawVariable = { kind?: unknown; value?: unknown; name?: unknown; mimeType?: unknown }

/** Files and pictures that went along. Their text is in the repository; here is only which they were. */
const attachments = (data: unknown): Block[] =>
  listOf(fieldsOf<{ variables?: unknown }>(data).variables).flatMap((one): Block[] => {
    const raw = fieldsOf<RawVariable>(one)
    const name = textOrNull(raw.name, 300) ?? 'attachment'
    if (raw.kind === 'image') {
      const pixels = textOrNull(fieldsOf<{ $base64?: unknown }>(raw.value).$base64)
      return pixels === null
        ? [{ type: 'other', name: 'image', raw: { name } }]
        : [imageBlock(pixels, textOrNull(raw.mimeType, 100))]
    }
    const { uri } = fieldsOf<{ uri?: unknown }>(raw.value)
    const path = pathOfUri(uri ?? raw.value)
    return path === null
      ? [{ type: 'other', name: 'attachment', raw: boundedJson({ name, kind: raw.kind }) }]
      : [{ type: 'file', path }]
  })

type Answer = {
  round: Round
  turn: Pick<Turn, 'blocks' | 'edits'> & Partial<Pick<Turn, 'usage' | 'ts'>>
}

const answersOf = (request: RawRequest, unknown: UnknownRecords): Answer[] => {
  const result = fieldsOf<RawResult>(request.result)
  const metadata = fieldsOf<RawMetadata>(result.metadata)
  const rounds = roundsOf(metadata, roundsOfResponse(request.response, unknown))
  const edits = rounds.map(({ calls }) => calls.flatMap(editsOfCall))
  const describedPaths = new Set(edits.flat().map(({ path }) => path))
  const applied = appliedEdits(request.response, describedPaths)
  const failure = textOrNull(fieldsOf<{ message?: unknown }>(result.errorDetails).message, 10_000)
  const last = rounds.length - 1
  return rounds.length === 0 && applied.length === 0 && failure === null
    ? []
    : (rounds.length === 0 ? [emptyRound()] : rounds).map((round, at) => {
        const isLast = at >= last
        const own: readonly TurnEdit[] = edits[at] ?? []
        const turn = {
          blocks: [...saidBlocks(round), ...(isLast ? failureBlocks(failure) : [])],
          edits: isLast ? [...own, ...applied] : own,
        }
        return {
          round,
          turn: isLast
            ? { ...turn, usage: usageOf(result, metadata), ...endOf(request, result) }
            : turn,
        }
      })
}

/** The model's own text is the better record; where it lacks a text that was shown, the shown text holds. */
const roundsOf = (metadata: RawMetadata, shown: Round[]): Round[] => {
  const rounds = roundsOfMetadata(metadata)
  if (rounds.length === 0) return shown
  const isSilent = rounds.every(({ text }) => text.trim() === '')
  const text = isSilent ? shown.map((round) => round.text).join('') : ''
  const thinking = rounds.every((round) => round.thinking === '')
    ? shown.map((round) => round.thinking).join('\n')
    : ''
  return rounds.map((round, at) => ({
    ...round,
    thinking: at === 0 ? round.thinking + thinking : round.thinking,
    text: at === rounds.length - 1 ? round.text + text : round.text,
    others: at === rounds.length - 1 ? shown.flatMap(({ others }) => others) : [],
  }))
}

const saidBlocks = ({ thinking, text, calls, others }: Round): Block[] => [
  ...(thinking.trim() === '' ? [] : [{ type: 'thinking', text: thinking } as const]),
  ...(text.trim() === '' ? [] : [{ type: 'text', text } as const]),
  ...calls.map(({ id, name, input }) => ({ type: 'tool_call', id, name, input }) as const),
  ...others,
]

const resultBlocks = (calls: readonly Call[]): Block[] =>
  calls.flatMap(({ id, result }): Block[] =>
    result === null
      ? []
      : [{ type: 'tool_result', tool_call_id: id, text: result.text, is_error: result.isError }],
  )

const failureBlocks = (failure: string | null): Block[] =>
  failure === null ? [] : [{ type: 'other', name: 'error', raw: failure }]

const modelOf = ({ modelId, result }: RawRequest): string | null => {
  const metadata = fieldsOf<RawMetadata>(fieldsOf<RawResult>(result).metadata)
  return (
    textOrNull(metadata.resolvedModel, 200) ??
    textOrNull(modelId, 200)?.replace(/^copilot\//, '') ??
    null
  )
}

type RawUsage = { promptTokens?: unknown; completionTokens?: unknown }

const usageOf = ({ usage }: RawResult, metadata: RawMetadata): Usage | null => {
  const reported = fieldsOf<RawUsage>(usage)
  const input = metadata.promptTokens ?? reported.promptTokens
  const output = metadata.outputTokens ?? reported.completionTokens
  if (!isCount(input) && !isCount(output)) return null
  return {
    input_tokens: countOf(input),
    output_tokens: countOf(output),
    cache_creation_tokens: 0,
    cache_read_tokens: 0,
  }
}

/** The last answer stands at the time the request was done. */
const endOf = ({ timestamp }: RawRequest, { timings }: RawResult): Partial<Pick<Turn, 'ts'>> => {
  const { totalElapsed } = fieldsOf<{ totalElapsed?: unknown }>(timings)
  if (typeof timestamp !== 'number' || typeof totalElapsed !== 'number') return {}
  return { ts: timeOrNull(timestamp + totalElapsed) }
}
