#!/usr/bin/env node
// Counts what sessions of Cline, Roo Code and Kilo Code hold, with JSON.parse and nothing of the reader in src, so
// that the two can check each other.
//
//   node packages/sources/test-support/count-editor-agents.mjs FILE|DIR
//
// What counts:
//   messages      entries that say something, and what a tool found where the same entry holds it; without a transcript the
//                 messages the model saw
//   prompts       the task and what a person said after it; not in a task another one started
//   edits         calls that write files, one per file; those that are known to have failed are left out
//   outputTokens  as reported per request
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const filesUnder = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesUnder(join(path, name)))
    : [path]

const load = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

const WRITES =
  /^(newFileCreated|editedExistingFile|appliedDiff|insertContent|searchAndReplace|fileDeleted)$/
const SAYS =
  /^(task|user_feedback|text|completion_result|reasoning|followup|plan_mode_respond|error|condense_context)$/
const CALLS =
  /^(command|use_mcp_server|browser_action|command_output|mcp_server_response|browser_action_result)$/
const QUIET = /^(api_req_.*|checkpoint_.*|resume_.*)$/

const entryOf = ({ type, say, ask, text, partial }) => {
  const kind = type === 'ask' ? ask : say
  if (partial || QUIET.test(kind)) return { messages: 0, edits: 0 }
  if (kind !== 'tool')
    return { messages: !SAYS.test(kind) || CALLS.test(kind) || text ? 1 : 0, edits: 0 }
  const parsed = JSON.parse(text)
  if (WRITES.test(parsed.tool)) return { messages: 1, edits: parsed.batchDiffs?.length ?? 1 }
  return { messages: parsed.content && parsed.content !== parsed.path ? 2 : 1, edits: 0 }
}

const sum = (numbers) => numbers.reduce((total, n) => total + n, 0)

const countShown = (entries, isChild) => {
  const each = entries.map(entryOf)
  return {
    messages: sum(each.map(({ messages }) => messages)),
    prompts: entries.filter(({ say }) => say === 'user_feedback').length + (isChild ? 0 : 1),
    edits: sum(each.map(({ edits }) => edits)),
    outputTokens: sum(
      entries.map(({ say, text }) =>
        say === 'api_req_started' ? (JSON.parse(text).tokensOut ?? 0) : 0,
      ),
    ),
  }
}

const textsOf = (content) =>
  typeof content === 'string' ? [content] : content.flatMap(({ text }) => text ?? [])

const isPrompt = ({ role, content, metadata }) => {
  if (role !== 'user' || metadata?.kind === 'compaction') return false
  const texts = textsOf(content)
  if (texts.some((text) => text.includes('<answer>'))) return true
  if (
    texts.some((text) => /^\[\w+ for /.test(text)) ||
    content.some?.(({ type }) => type === 'tool_result')
  )
    return false
  return texts.some((text) => !/^<(environment_details|SYSTEM_NOTICE)>/.test(text))
}

const isWritten = (call, messages) => {
  const results = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []))
  const result = results.find(({ tool_use_id: id }) => id === call.id)
  return result !== undefined && !result.is_error && !/"success": ?false/.test(result.content)
}

const countSeen = (messages, isChild) => {
  const calls = messages
    .flatMap(({ role, content }) => (role === 'assistant' && Array.isArray(content) ? content : []))
    .filter(({ type, name }) => type === 'tool_use' && name === 'editor')
  const written = messages.filter(({ role, content }, at) => {
    const after = messages[at + 1]
    return (
      role === 'assistant' &&
      /<(write_to_file|replace_in_file|apply_diff)>/.test(textsOf(content).join()) &&
      after !== undefined &&
      !/denied|<error>/.test(textsOf(after.content).join())
    )
  })
  return {
    messages: messages.length,
    prompts: isChild ? 0 : messages.filter(isPrompt).length,
    edits: calls.filter((call) => isWritten(call, messages)).length + written.length,
    outputTokens: sum(
      messages.map(({ metrics }) => metrics?.outputTokens ?? metrics?.tokens?.completion ?? 0),
    ),
  }
}

const sessions = {}
for (const file of filesUnder(process.argv[2] ?? '.')) {
  const folder = dirname(file)
  const value = load(file)
  if (file.endsWith('ui_messages.json')) {
    const isChild = Boolean(load(join(folder, 'history_item.json'))?.parentTaskId)
    sessions[basename(folder)] = countShown(value, isChild)
  } else if (file.endsWith('api_conversation_history.json')) {
    sessions[basename(folder)] ??= countSeen(value, false)
  } else if (file.endsWith('.messages.json') && Array.isArray(value?.messages)) {
    const isChild = !load(file.replace('.messages.json', '.json'))
    sessions[value.sessionId] = countSeen(value.messages, isChild)
  }
}
process.stdout.write(`${JSON.stringify({ sessions })}\n`)
