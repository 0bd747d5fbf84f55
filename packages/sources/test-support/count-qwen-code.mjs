#!/usr/bin/env node
// Counts what chats of Qwen Code hold, with JSON.parse and nothing else. It shares no code with the reader in
// src/qwen-code, so that the two can check each other.
//
//   node packages/sources/test-support/count-qwen-code.mjs DIR [--json]
//
//   messages      user, assistant and tool_result lines; typed meanwhile; compressed histories; types nobody knows
//   prompts       what a person typed, commands left out
//   edits         files written by write_file and edit, where the call succeeded
//   outputTokens  output, and thoughts where the total says they come on top
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

const filesUnder = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesUnder(join(path, name)))
    : [path]

const linesOf = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line)]
      } catch {
        return []
      }
    })

const isTyped = (texts) => {
  const typed = texts.filter((text) => !text.startsWith('<system-reminder>'))
  return typed.length > 0 && !/^\/[a-z]+(\s|$)/.test(typed[0])
}

const sessions = {}
for (const file of filesUnder(process.argv[2] ?? '.')) {
  const result = { messages: 0, prompts: 0, edits: 0, outputTokens: 0 }
  if (file.endsWith('.json')) {
    const { sessionId, projectHash, messages } = JSON.parse(readFileSync(file, 'utf8'))
    if (!projectHash) continue
    for (const { type, tokens } of messages) {
      result.messages++
      if (type === 'user') result.prompts++
      result.outputTokens += (tokens?.output ?? 0) + (tokens?.thoughts ?? 0)
    }
    sessions[sessionId] = result
    continue
  }
  const byId = new Map()
  for (const line of linesOf(file))
    if (line?.uuid && !byId.has(line.uuid)) byId.set(line.uuid, line)
  const lines = [...byId.values()]
  if (!lines.some(({ message }) => Array.isArray(message?.parts))) continue
  const calls = new Map()
  for (const { type, subtype, message, systemPayload, usageMetadata, toolCallResult } of lines) {
    const parts = message?.parts ?? []
    const isMidTurn = subtype === 'mid_turn_user_message'
    if (type !== 'system' || isMidTurn || subtype === 'chat_compression') result.messages++
    if (type === 'user' && isTyped(parts.flatMap(({ text }) => text ?? []))) result.prompts++
    if (isMidTurn && isTyped([systemPayload.text])) result.prompts++
    for (const { functionCall } of parts) if (functionCall) calls.set(functionCall.id, functionCall)
    const call = calls.get(toolCallResult?.callId)
    if (toolCallResult?.status === 'success' && /^(write_file|edit)$/.test(call?.name))
      result.edits++
    const { promptTokenCount: p, candidatesTokenCount: c, totalTokenCount: t } = usageMetadata ?? {}
    if (usageMetadata) result.outputTokens += t > p + c ? t - p : c
  }
  sessions[lines[0].sessionId ?? basename(file, '.jsonl')] = result
}

if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify({ sessions })}\n`)
else
  for (const [id, counts] of Object.entries(sessions))
    process.stdout.write(`${id} ${JSON.stringify(counts)}\n`)
