#!/usr/bin/env node
// Counts what threads of Amp hold, with JSON.parse and nothing of the reader in src, so that the two can check each
// other.
//
//   node packages/sources/test-support/count-amp.mjs FILE|DIR
//
// What counts: messages with anything in them; of a user's those that hold no result as prompts; calls that created or
// changed a file and were done as edits; output tokens as reported per answer.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const filesUnder = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesUnder(join(path, name)))
    : [path]

const sum = (numbers) => numbers.reduce((total, n) => total + n, 0)

const sessions = {}
for (const file of filesUnder(process.argv[2] ?? '.').filter((name) => name.endsWith('.json'))) {
  const { v, id, messages } = JSON.parse(readFileSync(file, 'utf8'))
  if (v === undefined || messages.length === 0) continue
  const blocks = messages.flatMap(({ content }) => content)
  const done = new Set(
    blocks.filter(({ run }) => run?.status === 'done').map(({ toolUseID }) => toolUseID),
  )
  sessions[id] = {
    messages: messages.filter(({ content }) => content.length > 0).length,
    prompts: messages.filter(
      ({ role, content }) =>
        role === 'user' &&
        content.length > 0 &&
        !content.some(({ type }) => type === 'tool_result'),
    ).length,
    edits: blocks.filter(
      ({ type, name, id: call }) =>
        type === 'tool_use' && /^(edit|create)_file$/.test(name) && done.has(call),
    ).length,
    outputTokens: sum(messages.map(({ usage }) => usage?.outputTokens ?? 0)),
  }
}
process.stdout.write(`${JSON.stringify({ sessions })}\n`)
