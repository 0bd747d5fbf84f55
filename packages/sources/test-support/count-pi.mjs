#!/usr/bin/env node
// Counts what sessions of Pi hold, line by line with JSON.parse and nothing else. It shares no code with the reader in
// src/pi, so that the two can check each other.
//
//   node packages/sources/test-support/count-pi.mjs DIR [--json]
//
//   messages      messages of all roles that say or cost something, summaries, messages of extensions
//   prompts       messages of the person
//   edits         files written by write and edit, where the call succeeded
//   outputTokens  as each answer reports
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

const entriesIn = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line)]
      } catch {
        return []
      }
    })

const KNOWN =
  /^(session|message|custom|custom_message|label|session_info|(model|thinking_level)_change|compaction|branch_summary|compactionSummary|branchSummary)$/

const sessions = {}
for (const file of filesUnder(process.argv[2] ?? '.')) {
  const entries = entriesIn(file)
  const head = entries.find((entry) => entry?.type === 'session' && entry.cwd)
  if (!head) continue
  const result = { messages: 0, prompts: 0, edits: 0, outputTokens: 0 }
  const calls = new Map()
  for (const { type, message, summary, content } of entries) {
    if (/summary|compaction/i.test(type) && summary) result.messages++
    if (type === 'custom_message' && content) result.messages++
    if (!KNOWN.test(type)) result.messages++
    if (type !== 'message') continue
    const parts = Array.isArray(message.content) ? message.content : []
    result.messages++
    if (message.role === 'user') result.prompts++
    result.outputTokens += message.usage?.output ?? 0
    for (const part of parts) if (part.type === 'toolCall') calls.set(part.id, part.name)
    if (message.role === 'toolResult' && !message.isError)
      if (/^(write|edit)$/.test(calls.get(message.toolCallId))) result.edits++
  }
  sessions[head.id ?? basename(file)] = result
}

if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify({ sessions })}\n`)
else
  for (const [id, counts] of Object.entries(sessions))
    process.stdout.write(`${id} ${JSON.stringify(counts)}\n`)
