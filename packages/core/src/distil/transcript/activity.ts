import { stripVTControlCharacters } from 'node:util'
import type { ToolCall } from '../../sessions/tool-calls.ts'
import { filesReadByCommand, type PathNames } from '../../text/file-paths.ts'
import type { MessageDigest, ToolResult } from './digest-message.ts'
import type { DistilEdit } from './distil.types.ts'
import type { PromptRange } from './prompt-ranges.ts'
import { checkCommandOf, commitSubjectOf, type Delivery, deliveryOf } from './shell-commands.ts'

export type CheckStep = {
  kind: 'check'
  at: number
  callId: string
  command: string
  failed: boolean
  /** The line of the output that says what failed. */
  error: string | null
}

/** Something a session did that changed or checked the project. `at` is the index of the message within its range. */
export type Step =
  | { kind: 'edit'; at: number; path: string; operation: string; added: number; removed: number }
  | CheckStep
  | { kind: 'commit'; at: number; subject: string }
  | { kind: 'delivery'; at: number; what: Delivery }

/** What was done in a prompt range, in order. */
export type Activity = {
  steps: Step[]
  reads: { at: number; path: string }[]
  searches: string[]
  /** Questions the tool put to the person, with the answers. */
  answers: { at: number; callId: string; question: string; answer: string }[]
  /** What a person said when refusing a tool call. */
  refusals: { at: number; text: string }[]
  /** To-dos still open when the range ended, and all that were ever listed in it. */
  pending: string[]
  todos: string[]
  /** Subagents sent out. */
  helpers: number
}

/** The edits of a session, to be found by the call that made them or by the message they came with. */
export const createEditLookup = (edits: readonly DistilEdit[]) => {
  const groups = new Map<string, DistilEdit[]>()
  for (const edit of edits) {
    const key = edit.toolCallId === null ? `message ${edit.messageKey}` : `call ${edit.toolCallId}`
    const group = groups.get(key)
    if (group) group.push(edit)
    else groups.set(key, [edit])
  }
  return {
    ofCall: (callId: string | null) =>
      callId === null ? [] : (groups.get(`call ${callId}`) ?? []),
    ofMessage: (key: string) => groups.get(`message ${key}`) ?? [],
  }
}

export type EditLookup = ReturnType<typeof createEditLookup>

const FAILURE =
  /\b[1-9]\d* (?:tests? )?(?:failed|failing|failures?|errors?)\b|^\s*(?:--- )?FAIL\b|\berror TS\d+|\bnpm (?:ERR!|error)|panicked at|^Traceback|^ERROR\b/m
const NO_FAILURES = /\b0 (?:tests? )?(?:fail(?:ed|ing|ures?)?|errors?)\b/

/** Piped commands lose their exit code, so the end of the output, where the count stands, has a say. */
const looksFailed = (result: ToolResult): boolean => {
  const end = result.text.slice(-1_000)
  return result.isError || (FAILURE.test(end) && !NO_FAILURES.test(end))
}

const ERROR_LINE =
  /(?:error|exception|panic(?:ked)?|fail(?:ed|ure)?|assert\w*|expected|undefined|cannot|not found|denied)\b/i

/** The most specific line of a failing command's output: short, says "error", and is no stack frame or summary count. */
export const errorLineOf = (text: string): string | null => {
  const lines = text
    .slice(0, 3_000)
    .split('\n')
    .map((line) => stripVTControlCharacters(line).replace(/\s+/g, ' ').trim())
    .filter((line) => line.length >= 15 && line.length <= 180 && ERROR_LINE.test(line))
    .filter(
      (line) =>
        !/^(at |Exit code|\d+ (?:failed|errors?)|npm (?:ERR!|error)|error: script|FAIL\b|\[?\w+\]? ERROR task failed)/i.test(
          line,
        ),
    )
  return lines.find((line) => /\berror\b|Error:|panic/i.test(line)) ?? lines[0] ?? null
}

const ANSWER =
  /"([^"\n]{8,400})"="([^"\n]{1,400})"(?: user notes: ([^\n"]{3,300}?)(?=[.,]? (?:You can now|")|$))?/g
const REFUSAL = /the user said:\s*([\s\S]{8,1500}?)(?:\n\nNote:|$)/i

type Builder = {
  activity: Activity
  names: PathNames
  edits: EditLookup
  results: Map<string, ToolResult>
}

const editSteps = (
  builder: Builder,
  at: number,
  found: readonly DistilEdit[],
  cwd: string | null,
) => {
  for (const edit of found) {
    const path = builder.names(edit.path, cwd)
    if (path === undefined) continue
    const { operation, addedLines: added, removedLines: removed } = edit
    builder.activity.steps.push({ kind: 'edit', at, path, operation, added, removed })
  }
}

/** An edit call without recorded edits counts when the tool reported no error. */
const editCall = (builder: Builder, at: number, call: ToolCall, message: MessageDigest) => {
  const found = builder.edits.ofCall(call.id)
  if (found.length > 0) return editSteps(builder, at, found, message.cwd)
  const result = call.id === null ? undefined : builder.results.get(call.id)
  if (call.path === null || result?.isError !== false) return
  const path = builder.names(call.path, message.cwd)
  if (path === undefined) return
  builder.activity.steps.push({ kind: 'edit', at, path, operation: 'edit', added: 0, removed: 0 })
}

const shellCall = (builder: Builder, at: number, call: ToolCall, message: MessageDigest) => {
  const { activity, names } = builder
  editSteps(builder, at, builder.edits.ofCall(call.id), message.cwd)
  if (call.command === null) return
  for (const file of filesReadByCommand(call.command)) {
    const path = names(file, message.cwd)
    if (path !== undefined) activity.reads.push({ at, path })
  }
  const result = call.id === null ? undefined : builder.results.get(call.id)
  if (result === undefined || call.id === null) return
  const check = checkCommandOf(call.command)
  const failed = looksFailed(result)
  const subject = commitSubjectOf(call.command)
  if (check !== null && subject === null) {
    const error = failed ? errorLineOf(result.text) : null
    activity.steps.push({ kind: 'check', at, callId: call.id, command: check, failed, error })
  }
  if (result.isError) return
  if (subject !== null) activity.steps.push({ kind: 'commit', at, subject })
  const what = deliveryOf(call.command)
  if (what !== null) activity.steps.push({ kind: 'delivery', at, what })
}

const answersOf = (builder: Builder, at: number, call: ToolCall) => {
  const text = call.id === null ? undefined : builder.results.get(call.id)?.text
  if (text === undefined || call.id === null) return
  for (const [, question, choice, notes] of text.matchAll(ANSWER)) {
    const answer = notes?.trim() || choice
    if (question !== undefined && answer !== undefined)
      builder.activity.answers.push({ at, callId: call.id, question, answer })
  }
}

const readCall = (builder: Builder, at: number, call: ToolCall, message: MessageDigest) => {
  const path = call.path === null ? undefined : builder.names(call.path, message.cwd)
  const failed = call.id !== null && builder.results.get(call.id)?.isError === true
  if (path !== undefined && !failed) builder.activity.reads.push({ at, path })
}

const takeCall = (builder: Builder, at: number, call: ToolCall, message: MessageDigest) => {
  switch (call.role) {
    case 'edit':
      return editCall(builder, at, call, message)
    case 'shell':
      return shellCall(builder, at, call, message)
    case 'read':
      return readCall(builder, at, call, message)
    case 'search':
      if (call.detail !== null) builder.activity.searches.push(call.detail)
      return
    case 'ask':
      return answersOf(builder, at, call)
    case 'todo':
      builder.activity.pending = call.pending
      builder.activity.todos.push(...call.todos)
      return
    case 'task':
      builder.activity.helpers++
      return
    case 'other':
      return editSteps(builder, at, builder.edits.ofCall(call.id), message.cwd)
  }
}

const refusalsOf = (builder: Builder, at: number, message: MessageDigest) => {
  for (const result of message.results) {
    const said = result.isError ? REFUSAL.exec(result.text)?.[1]?.trim() : undefined
    if (said !== undefined) builder.activity.refusals.push({ at, text: said })
  }
}

/** Reads the tool calls of a prompt range: what was read, edited, checked, committed and asked. */
export const activityOf = (range: PromptRange, edits: EditLookup, names: PathNames): Activity => {
  const results = new Map<string, ToolResult>()
  for (const message of range.messages)
    for (const result of message.results)
      if (result.callId !== null) results.set(result.callId, result)
  const activity: Activity = {
    steps: [],
    reads: [],
    searches: [],
    answers: [],
    refusals: [],
    pending: [],
    todos: [],
    helpers: 0,
  }
  const builder: Builder = { activity, names, edits, results }
  for (const [at, message] of range.messages.entries()) {
    for (const call of message.calls) takeCall(builder, at, call, message)
    editSteps(builder, at, edits.ofMessage(message.key), message.cwd)
    refusalsOf(builder, at, message)
  }
  return activity
}
