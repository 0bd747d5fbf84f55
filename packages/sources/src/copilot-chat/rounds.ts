import { basename } from 'node:path'
import type { Block } from '@teamlore/shared'
import { boundedJson } from '../shared/bounded-json.ts'
import { pathOfUri } from '../shared/file-uri.ts'
import type { UnknownRecords } from '../shared/unknown-records.ts'
import { fieldsOf, textOrNull } from '../shared/values.ts'
import { listOf, type RawMetadata, type RawPart, textOf } from './raw-chat.ts'
import { resultText } from './result-text.ts'

/** One answer of the model and the tools it called; a request takes as many as the model wants. */
export type Round = {
  thinking: string
  text: string
  calls: Call[]
  /** Parts of kinds nobody knows. */
  others: Block[]
}

export const emptyRound = (): Round => ({ thinking: '', text: '', calls: [], others: [] })

export type Call = {
  id: string | null
  name: string
  input: ReturnType<typeof boundedJson>
  /** Null while there is none. */
  result: { text: string; isError: boolean } | null
}

type RawRound = { response?: unknown; thinking?: unknown; toolCalls?: unknown }
type RawCall = { id?: unknown; name?: unknown; arguments?: unknown }

/** As the model spoke: the only place where the arguments of calls are. There once a request is done. */
export const roundsOfMetadata = ({ toolCallRounds, toolCallResults }: RawMetadata): Round[] => {
  const results = fieldsOf<Record<string, unknown>>(toolCallResults)
  return listOf(toolCallRounds).map((round) => {
    const { response, thinking, toolCalls } = fieldsOf<RawRound>(round)
    return {
      thinking: textOf(fieldsOf<{ text?: unknown }>(thinking).text ?? thinking),
      text: textOf(response),
      calls: listOf(toolCalls).map((call) => readCall(fieldsOf<RawCall>(call), results)),
      others: [],
    }
  })
}

const readCall = (raw: RawCall, results: Record<string, unknown>): Call => {
  const id = textOrNull(raw.id, 300)
  const isAnswered = id !== null && Object.hasOwn(results, id)
  const text = isAnswered ? resultText(results[id]) : ''
  return {
    id,
    name: textOrNull(raw.name, 200) ?? 'unknown',
    input: readArguments(raw.arguments),
    result: isAnswered ? { text, isError: /^\s*ERROR\b/i.test(text) } : null,
  }
}

const readArguments = (value: unknown): Call['input'] => {
  if (typeof value !== 'string') return boundedJson(value ?? null)
  try {
    return boundedJson(JSON.parse(value))
  } catch {
    return value
  }
}

/** Parts of an answer that only steer how it is shown, or are recorded elsewhere. */
const SILENT: ReadonlySet<unknown> = new Set([
  'undoStop',
  'codeblockUri',
  'textEditGroup',
  'notebookEditGroup',
  'workspaceEdit',
  'prepareToolInvocation',
  'progressMessage',
  'progressTask',
  'progressTaskSerialized',
  'mcpServersStarting',
  'command',
  'confirmation',
  'elicitation',
  'elicitationSerialized',
  'extensions',
  'move',
  'pullRequest',
  'todoList',
  'warning',
  'references',
  'codeCitation',
  'clearToPreviousToolInvocation',
  'treeData',
  'multiDiffData',
])

/** As VS Code shows it: all there is of a request that is under way or was broken off, and of models without tools. */
export const roundsOfResponse = (response: unknown, unknown: UnknownRecords): Round[] => {
  const rounds: Round[] = []
  const current = (startsRound: boolean): Round => {
    const last = rounds.at(-1)
    if (last !== undefined && !(startsRound && last.calls.length > 0)) return last
    const round = emptyRound()
    rounds.push(round)
    return round
  }
  for (const part of listOf(response)) {
    const raw = fieldsOf<RawPart>(part)
    const call = callOfPart(raw)
    const text = shownText(raw)
    if (call !== null) current(false).calls.push(call)
    else if (raw.kind === 'thinking') current(true).thinking += textOf(raw.value)
    else if (text !== null) current(text.trim() !== '').text += text
    else if (!SILENT.has(raw.kind)) current(false).others.push(unknownPart(raw, unknown))
  }
  return rounds
}

const unknownPart = (raw: RawPart, unknown: UnknownRecords): Block => {
  unknown.count(raw.kind)
  return { type: 'other', name: textOrNull(raw.kind, 200) ?? 'unknown', raw: boundedJson(raw) }
}

/** Null for a part that shows no text. Fences that stand around edits have nothing in them. */
const shownText = ({ kind, value, content, inlineReference, name }: RawPart): string | null => {
  if (kind === 'inlineReference') return `\`${referenceName(inlineReference, name)}\``
  if (kind === 'markdownContent') return textOf(content)
  if (kind !== undefined && kind !== 'markdownVuln') return null
  const text = textOf(value ?? content)
  return /^\s*`{3,}\s*$/.test(text) ? '' : text
}

const referenceName = (reference: unknown, name: unknown): string => {
  const { uri, name: symbol } = fieldsOf<{ uri?: unknown; name?: unknown }>(reference)
  const path = pathOfUri(uri ?? reference)
  return textOrNull(name, 500) ?? textOrNull(symbol, 500) ?? (path === null ? '?' : basename(path))
}

type RawSpecific = { kind?: unknown; commandLine?: unknown; command?: unknown }

const callOfPart = (raw: RawPart): Call | null => {
  if (raw.kind !== 'toolInvocationSerialized' && raw.kind !== 'toolInvocation') return null
  const specific = fieldsOf<RawSpecific>(raw.toolSpecificData)
  const line = fieldsOf<{ original?: unknown; userEdited?: unknown }>(specific.commandLine)
  const command =
    textOrNull(line.userEdited) ??
    textOrNull(line.original) ??
    textOrNull(specific.commandLine) ??
    textOrNull(specific.command)
  const done = textOf(raw.pastTenseMessage)
  return {
    id: textOrNull(raw.toolCallId, 300),
    name: textOrNull(raw.toolId, 200) ?? 'unknown',
    input: command === null ? { message: textOf(raw.invocationMessage) } : { command },
    result: done === '' ? null : { text: done, isError: false },
  }
}
