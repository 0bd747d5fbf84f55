#!/usr/bin/env node
// Counts what Kiro's databases, files of lines and saved conversations hold, with SQL and JSON.parse and nothing else. It
// shares no code with the reader in src/kiro, so that the two can check each other.
//
//   node packages/sources/test-support/count-kiro.mjs DIR      { sessions: { <id>: { messages, prompts, edits, outputTokens } } }
//
// messages: questions, answers and results that say something. edits: calls that write a file and did not fail.
// outputTokens: not reported.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { withCopy } from './open-copy.mjs'

const filesUnder = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesUnder(join(path, name)))
    : [path]

const WRITES = ['create', 'str_replace', 'strReplace', 'insert', 'append']

const countOf = (steps) => {
  const results = steps.flatMap(({ results = [] }) => results)
  const failed = results.filter(({ status }) => /error/i.test(status)).map(({ id }) => id)
  const said = steps.filter((step) => step.text || step.calls?.length || step.results?.length)
  const calls = said.flatMap(({ calls = [] }) => calls)
  return {
    messages: said.length,
    prompts: said.filter(({ isAsked, text }) => isAsked && text).length,
    edits: calls.filter(
      ({ id, name, input }) =>
        /^(fs_)?write$/.test(name) && WRITES.includes(input.command) && !failed.includes(id),
    ).length,
    outputTokens: 0,
  }
}

const stepsOf = ({ history }) =>
  history.flatMap(({ user, assistant }) => {
    const { Prompt, ToolUseResults } = user.content
    const { content, tool_uses = [] } = assistant.Response ?? assistant.ToolUse
    const results = (ToolUseResults?.tool_use_results ?? []).map((one) => ({
      id: one.tool_use_id,
      status: one.status,
    }))
    const calls = tool_uses.map(({ id, name, args }) => ({ id, name, input: args }))
    return [
      { isAsked: true, text: Prompt?.prompt, results },
      { text: content, calls },
    ]
  })

const stepOfLine = ({ kind, data }) => {
  const of = (wanted) => data.content.filter((one) => one.kind === wanted).map((one) => one.data)
  return {
    isAsked: kind === 'Prompt',
    text: of('text').join(''),
    calls: of('toolUse').map(({ toolUseId, name, input }) => ({ id: toolUseId, name, input })),
    results: of('toolResult').map(({ toolUseId, status }) => ({ id: toolUseId, status })),
  }
}

const sessions = {}
const keep = (id, steps) => {
  const count = countOf(steps)
  if (count.messages > 0) sessions[id] = count
}

const countDatabase = (path) =>
  withCopy(path, (all) => {
    const tables = all(
      "SELECT name FROM sqlite_master WHERE name LIKE 'conversations%' AND type = 'table'",
    )
    for (const { name } of tables)
      for (const { value } of all(`SELECT value FROM ${name}`)) {
        const conversation = JSON.parse(value)
        keep(conversation.conversation_id, stepsOf(conversation))
      }
  })

for (const path of filesUnder(process.argv[2] ?? '.')) {
  if (path.endsWith('.sqlite3')) countDatabase(path)
  if (path.endsWith('.jsonl')) {
    const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
    keep(
      basename(path, '.jsonl'),
      lines.map((line) => stepOfLine(JSON.parse(line))),
    )
  }
  if (!path.endsWith('.json')) continue
  const saved = JSON.parse(readFileSync(path, 'utf8'))
  if (saved.history) keep(saved.conversation_id, stepsOf(saved))
}
process.stdout.write(`${JSON.stringify({ sessions })}\n`)
