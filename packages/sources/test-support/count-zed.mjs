#!/usr/bin/env node
// Counts what Zed's threads hold, with SQL and JSON.parse and nothing else but a decompressor. It shares no code with the
// reader in src/zed, so that the two can check each other.
//
//   node packages/sources/test-support/count-zed.mjs DIR      { sessions: { <id>: { messages, prompts, edits, outputTokens } } }
//
// messages: questions and answers, one more where tools answered. edits: files edited without an error.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { decompress } from 'fzstd'
import { withCopy } from './open-copy.mjs'

const filesUnder = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesUnder(join(path, name)))
    : [path]

const partsOf = (message) => {
  const { User, Agent, role, segments, tool_uses, tool_results } = message
  if (User) return { isAsked: true, calls: [], results: {} }
  const uses = (Agent?.content ?? []).flatMap(({ ToolUse }) => (ToolUse ? [ToolUse] : []))
  if (Agent) return { isAsked: false, calls: uses, results: Agent.tool_results ?? {} }
  const results = Object.fromEntries((tool_results ?? []).map((one) => [one.tool_use_id, one]))
  return { isAsked: role === 'user' && segments.length > 0, calls: tool_uses ?? [], results }
}

const sessions = {}
for (const path of filesUnder(process.argv[2] ?? '.').filter((name) => name.endsWith('.db')))
  withCopy(path, (all) => {
    for (const { id, data_type, data, parent_id } of all('SELECT * FROM threads')) {
      const bytes = new Uint8Array(data)
      const json = Buffer.from(data_type === 'zstd' ? decompress(bytes) : bytes).toString()
      const thread = JSON.parse(json)
      const parts = thread.messages.filter((one) => one !== 'Resume').map(partsOf)
      const good = ({ calls, results }) =>
        calls.filter((call) => call.name === 'edit_file' && results[call.id]?.is_error === false)
          .length
      const answered = parts.filter(({ results }) => Object.keys(results).length > 0)
      if (parts.length === 0) continue
      sessions[id] = {
        messages: parts.length + answered.length,
        prompts: parent_id ? 0 : parts.filter(({ isAsked }) => isAsked).length,
        edits: parts.reduce((sum, part) => sum + good(part), 0),
        outputTokens: Object.values(thread.request_token_usage ?? {}).reduce(
          (sum, usage) => sum + usage.output_tokens,
          0,
        ),
      }
    }
  })
process.stdout.write(`${JSON.stringify({ sessions })}\n`)
