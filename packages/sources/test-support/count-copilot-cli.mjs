#!/usr/bin/env node
// Counts what sessions of Copilot CLI hold, line by line with JSON.parse and nothing else. It shares no code with the
// reader in src/copilot-cli, so that the two can check each other.
//
//   node packages/sources/test-support/count-copilot-cli.mjs DIR [--json]
//
//   messages      messages of all kinds that say or cost something; results of tools; calls nobody announced; summaries
//   prompts       user messages that no skill put in
//   edits         files created or edited by calls that succeeded
//   outputTokens  as each answer reports, in newer versions the record of the call it came of
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

const filesUnder = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesUnder(join(path, name)))
    : path.endsWith('.jsonl')
      ? [path]
      : []

const eventsIn = (file) => {
  const byId = new Map()
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    try {
      const event = JSON.parse(line)
      if (event?.data && !byId.has(event.id)) byId.set(event.id, event)
    } catch {}
  }
  return [...byId.values()]
}

const filesWritten = ({ name, arguments: given }) => {
  if (name === 'create' || name === 'edit') return 1
  if (name !== 'apply_patch') return 0
  return JSON.stringify(given).match(/\*\*\* (Add|Update) File: /g)?.length ?? 0
}

const sessions = {}
for (const file of filesUnder(process.argv[2] ?? '.')) {
  const events = eventsIn(file)
  const start = events.find(({ type }) => type === 'session.start')?.data
  if (!start || start.vscodeVersion) continue
  const result = { messages: 0, prompts: 0, edits: 0, outputTokens: 0 }
  const calls = new Map()
  const costs = new Map()
  for (const { type, data } of events) {
    if (type === 'session.usage_record') costs.set(data.usage.apiCallId, data.usage.outputTokens)
    else if (type === 'user.message') {
      result.messages++
      if (!data.source) result.prompts++
    } else if (type === 'assistant.message') {
      const requests = data.toolRequests ?? []
      for (const request of requests) calls.set(request.toolCallId, request)
      const cost = costs.get(data.apiCallId) ?? data.outputTokens
      costs.delete(data.apiCallId)
      result.outputTokens += cost ?? 0
      if (data.content || data.reasoningText || requests.length || cost >= 0) result.messages++
    } else if (type === 'tool.execution_start' && !calls.has(data.toolCallId)) {
      calls.set(data.toolCallId, { name: data.toolName, arguments: data.arguments })
      result.messages++
    } else if (type === 'tool.execution_complete') {
      result.messages++
      const call = calls.get(data.toolCallId)
      if (call && data.success !== false) result.edits += filesWritten(call)
    } else if (type === 'system.message' || type === 'session.error') result.messages++
    else if (type === 'session.compaction_complete' && data.summaryContent) result.messages++
    else if (!/^(session|hook|subagent|assistant|tool|user|system|abort)\b/.test(type))
      result.messages++
  }
  sessions[start.sessionId ?? basename(file, '.jsonl')] = result
}

if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify({ sessions })}\n`)
else
  for (const [id, counts] of Object.entries(sessions))
    process.stdout.write(`${id} ${JSON.stringify(counts)}\n`)
