#!/usr/bin/env node
// Counts what sessions of Continue hold, with JSON.parse and nothing of the reader in src, so that the two can check
// each other.
//
//   node packages/sources/test-support/count-continue.mjs FILE|DIR
//
// What counts:
//   messages      items that say something, results of calls that have no item of their own, summaries
//   prompts       what a user said
//   edits         calls that were done and write files
//   outputTokens  as reported per answer
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const filesUnder = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesUnder(join(path, name)))
    : [path]

const WRITES =
  /^(builtin_)?(create_new_file|single_find_and_replace|multi_edit|edit_existing_file|Edit|MultiEdit|Write)$/
const sum = (numbers) => numbers.reduce((total, n) => total + n, 0)
const says = (content) => (typeof content === 'string' ? content.trim() !== '' : content.length > 0)

const sessions = {}
for (const file of filesUnder(process.argv[2] ?? '.').filter((name) => name.endsWith('.json'))) {
  const { sessionId, history = [] } = JSON.parse(readFileSync(file, 'utf8'))
  if (!sessionId || history.length === 0) continue
  const own = new Set(history.map(({ message }) => message.toolCallId))
  const states = history.map(({ toolCallStates = [] }) => toolCallStates)
  const isSaid = ({ message, contextItems, reasoning }) =>
    says(message.content) ||
    message.toolCalls?.length > 0 ||
    contextItems?.length > 0 ||
    reasoning?.text
  sessions[sessionId] = {
    messages:
      history.filter(isSaid).length +
      history.filter(({ conversationSummary }) => conversationSummary).length +
      states.filter((all) => all.some(({ toolCallId, output }) => output && !own.has(toolCallId)))
        .length,
    prompts: history.filter(({ message }) => message.role === 'user' && says(message.content))
      .length,
    edits: states
      .flat()
      .filter(({ status, toolCall }) => status === 'done' && WRITES.test(toolCall.function.name))
      .length,
    outputTokens: sum(
      history.map(
        ({ message: { usage = {} } }) => usage.completionTokens ?? usage.completion_tokens ?? 0,
      ),
    ),
  }
}
process.stdout.write(`${JSON.stringify({ sessions })}\n`)
