#!/usr/bin/env node
// Counts what transcripts of Windsurf hold, line by line with JSON.parse and nothing else. It shares no code with the reader
// in src/windsurf, so that the two can check each other.
//
//   node packages/sources/test-support/count-windsurf.mjs DIR [--json]
//
//   messages      prompts and answers with words in them, two for each action (the call and what came of it), and lines of
//                 kinds that are not known
//   prompts       lines with something typed in them
//   edits         files written, where the line does not say it was refused
//   outputTokens  0: they are not written down
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

const ACTIONS =
  /^(code_action|find|grep_search|list_directory|list_resources|run_command|view_file)$/

const sessions = {}
for (const file of filesUnder(process.argv[2] ?? '.')) {
  const steps = readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line)]
      } catch {
        return []
      }
    })
  if (!steps.some(({ status, user_input }) => status && user_input)) continue
  const result = { messages: 0, prompts: 0, edits: 0, outputTokens: 0 }
  for (const { type, status, ...step } of steps) {
    if (type === 'user_input' && step.user_input.user_response !== '') {
      result.messages++
      result.prompts++
    }
    if (type === 'planner_response' && step.planner_response.response) result.messages++
    if (ACTIONS.test(type)) result.messages += 2
    else if (!/^(user_input|planner_response)$/.test(type)) result.messages++
    const written = step.code_action
    if (written && status !== 'error' && !/REJECT/.test(written.acknowledgement_type))
      result.edits++
  }
  sessions[basename(file, '.jsonl')] = result
}

if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify({ sessions })}\n`)
else
  for (const [id, counts] of Object.entries(sessions))
    process.stdout.write(`${id} ${JSON.stringify(counts)}\n`)
