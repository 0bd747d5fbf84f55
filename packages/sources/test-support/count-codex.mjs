#!/usr/bin/env node
// Counts what Codex's rollouts hold, line by line with JSON.parse and nothing else. It shares no code with the reader in
// src/codex, so that the two can check each other.
//
//   node packages/sources/test-support/count-codex.mjs DIR [--json]
//
//   messages      items said to the model one by one; what the model wrote in one go as one; summaries; errors
//   prompts       none of what a program started; what a user_message event reports; in files without any, user items that do not look put in
//   edits         files added or updated by a patch that was applied
//   outputTokens  of every request once
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

const PUT_IN =
  /^\s*(# AGENTS\.md instructions|<(environment_context|user_instructions|permissions instructions|skill|turn_aborted|subagent_notification|goal_context|user_shell_command)>)/
const CALLS =
  /^(function_call|custom_tool_call|local_shell_call|web_search_call|tool_search_call|image_generation_call)$/
const OUTPUTS = /^(function_call_output|custom_tool_call_output|tool_search_output)$/

/** Records and events that say nothing, or say it a second time. */
const KNOWN =
  /^(session_meta|turn_context|response_item|event_msg|compacted|world_state|token_usage_record|user_message|agent_message|agent_reasoning.*|token_count|task_started|task_complete|turn_aborted|patch_apply_end|thread_rolled_back|error|context_compacted|(mcp_tool_call|web_search|image_generation|exec_command)_(begin|end)|sub_agent_activity|(entered|exited)_review_mode|item_completed|thread_.*|turn_diff|plan_update|collab_.*)$/

const filesUnder = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesUnder(join(path, name)))
    : path.endsWith('.jsonl')
      ? [path]
      : []

const recordsIn = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        const record = JSON.parse(line)
        return record && typeof record === 'object' ? [record] : []
      } catch {
        return []
      }
    })

const files = filesUnder(process.argv[2] ?? '.')
const turnsOf = (records) =>
  new Set(
    records
      .filter((r) => r.type === 'turn_context' || r.payload?.type === 'task_started')
      .map((r) => r.payload.turn_id),
  )

/** Without what was copied from another session, whose file may be among these. */
const ownRecords = (records) => {
  const head = records[0].payload ?? {}
  const start = head.subagent_history_start_ordinal
  if (start !== undefined) return records.filter((r) => !(r.ordinal < start))
  if (!head.forked_from_id) return records
  const parent = files.find((file) => file.endsWith(`-${head.forked_from_id}.jsonl`))
  if (!parent) return records
  const theirs = turnsOf(recordsIn(parent))
  const first = records.findIndex((r) => r.payload?.turn_id && !theirs.has(r.payload.turn_id))
  return [...records.filter((r) => r.type === 'session_meta'), ...records.slice(first)]
}

const textOf = (content) =>
  typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('\n')

const failed = (output) => {
  const text = typeof output === 'string' ? output : ''
  if (text.startsWith('{"output":')) return JSON.parse(text).metadata?.exit_code !== 0
  return /(Exit code: |exited with code )[^0]/.test(text.split('\n').slice(0, 4).join('\n'))
}

const filesInPatch = (call) => {
  const words = call.input ?? call.arguments ?? ''
  let text = String(words)
  try {
    const { patch, input, cmd, command } = JSON.parse(words)
    text = patch ?? input ?? cmd ?? (Array.isArray(command) ? command.at(-1) : command) ?? ''
    text = String(text)
  } catch {}
  if (!text.includes('*** Begin Patch')) return 0
  const moved = text.match(/^\*\*\* Move to: /gm)?.length ?? 0
  return (text.match(/^\*\*\* (Add|Update) File: /gm)?.length ?? 0) - moved
}

const sessions = {}
for (const file of files) {
  const all = recordsIn(file)
  const head = all[0] ?? {}
  if (head.type !== 'session_meta' && !('instructions' in head && !head.type)) continue
  const id = head.payload?.id ?? head.id ?? basename(file, '.jsonl')
  const records = ownRecords(all)
  const isAgent = head.payload?.source?.subagent !== undefined || head.payload?.source === 'exec'
  const events = records.filter((r) => r.type === 'event_msg' && r.payload?.type)
  const hasEvents = events.some(({ payload }) => payload.type === 'user_message')
  const shown = events.filter(({ payload }) => payload.type === 'agent_message')
  const said = records
    .filter((r) => (r.payload ?? r).role === 'assistant')
    .map((r) => textOf((r.payload ?? r).content))
  const lost = shown.filter(({ payload }) => !said.includes(payload.message))
  const result = { messages: 0, prompts: 0, edits: 0, outputTokens: 0 }
  const calls = new Map()
  const reported = new Set()
  // The answer that is being written, whether its request was counted, and whether a count came before its answer.
  let isOpen = false
  let isCounted = true
  let isWaiting = false
  let lastCount = ''
  const part = () => {
    if (isOpen) return
    result.messages++
    isCounted = isWaiting
    isWaiting = false
    isOpen = true
  }
  const whole = () => {
    result.messages++
    isOpen = false
  }
  for (const record of records) {
    const event = record.type === 'event_msg' ? (record.payload ?? {}) : {}
    if (record.type === 'compacted' && record.payload.message) whole()
    if (event.type === 'error') whole()
    // Of a kind nobody knows: kept, and ends no answer.
    if (record.payload && !KNOWN.test(event.type ?? record.type)) result.messages++
    if (event.type === 'token_count' && event.info && JSON.stringify(event.info) !== lastCount) {
      lastCount = JSON.stringify(event.info)
      result.outputTokens += event.info.last_token_usage.output_tokens
      if (isCounted) isWaiting = true
      else isOpen = false
      isCounted = true
    }
    if (event.type === 'user_message') {
      isWaiting = false
      if (!isAgent) result.prompts++
    }
    if (event.type === 'patch_apply_end' && event.changes) {
      reported.add(event.call_id)
      const changes = event.success ? Object.values(event.changes) : []
      result.edits += changes.filter(
        ({ type, move_path }) => type === 'add' || (type === 'update' && !move_path),
      ).length
    }
    if (event.type === 'task_complete' || event.type === 'turn_aborted') {
      while (lost[0] && lost[0].timestamp < record.timestamp) {
        part()
        lost.shift()
      }
      isWaiting = false
      isOpen = false
    }
    const item = record.type === 'response_item' ? record.payload : record.payload ? null : record
    const type = item?.type ?? (item?.role ? 'message' : '')
    if (type === 'message' && item.role === 'assistant') part()
    else if (type === 'message') {
      whole()
      if (item.role === 'user' && !hasEvents && !isAgent && !PUT_IN.test(textOf(item.content)))
        result.prompts++
    } else if (type === 'reasoning') {
      if ([...(item.summary ?? []), ...(item.content ?? [])].some(({ text }) => text)) part()
    } else if (CALLS.test(type)) {
      part()
      calls.set(item.call_id, item)
    } else if (OUTPUTS.test(type)) {
      whole()
      const call = calls.get(item.call_id)
      if (call && !reported.has(item.call_id) && !failed(item.output))
        result.edits += filesInPatch(call)
    } else if (type && !['ghost_snapshot', 'compaction'].includes(type)) whole()
  }
  if (!sessions[id] || result.messages > sessions[id].messages) sessions[id] = result
}

if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify({ sessions })}\n`)
else
  for (const [id, counts] of Object.entries(sessions))
    process.stdout.write(`${id} ${JSON.stringify(counts)}\n`)
