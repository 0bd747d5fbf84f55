import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** How the stubs behave; written into the home folder, which they are given as the real ones are. */
export type StubMode =
  | 'ok'
  /** Over the limit of a subscription. */
  | 'limit'
  | 'prose'
  /** Exit 0, and nothing that could be understood. */
  | 'garbage'
  | 'hang'
  | 'signed out'
  /** Answers one question at once, and no more. */
  | 'one at a time'

type StubCall = {
  args: string[]
  stdin: string
  variables: string[]
  cwd: string
  files: string[]
}

/** Speaks as Claude Code 2.1.332 and Codex 0.171.0 do, and answers what the questions of `lore distil` ask for. */
const SCRIPT = String.raw`
import { appendFileSync, existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
const home = process.env.HOME
const name = basename(process.argv[1])
const args = process.argv.slice(2)
const modeFile = join(home, 'mode')
const mode = existsSync(modeFile) ? readFileSync(modeFile, 'utf8') : 'ok'
const say = (...events) => { for (const event of events) process.stdout.write(JSON.stringify(event) + '\n') }
const isClaude = name === 'claude'
if (args[0] === '--version') {
  console.log(isClaude ? '2.1.332 (Claude Code)' : 'codex-cli 0.171.0')
  process.exit(0)
}
if (args[0] === 'auth' || args[0] === 'login') {
  if (isClaude) console.log(JSON.stringify({ loggedIn: mode !== 'signed out' }))
  process.exit(mode === 'signed out' ? 1 : 0)
}
const stdin = readFileSync(0, 'utf8')
appendFileSync(join(home, 'calls.jsonl'), JSON.stringify({
  args, stdin, variables: Object.keys(process.env), cwd: process.cwd(), files: readdirSync('.') }) + '\n')
if (mode === 'hang') setInterval(() => {}, 1000)
else if (mode === 'limit') {
  if (isClaude) say(
    { type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt: 4102444800, rateLimitType: 'five_hour' } },
    { type: 'result', subtype: 'success', is_error: true, api_error_status: 429, result: "You've hit your limit" })
  else say({ type: 'turn.failed', error: { message: "You've hit your usage limit. Try again at Jan 1st, 2100 4:27 AM." } })
  process.exit(1)
} else {
  const tasks = [...stdin.matchAll(/<(task-\w+) id="(t\d+)">([\s\S]*?)<\/\1>/g)]
  const answer = { answers: tasks.map(([, , id, text]) => ({ id, answer: text.includes('<findings>')
    ? { verdicts: [] }
    : { findings: [{ title: 'Ask ' + (/[\w.]+＠[\w.]+/.exec(text)?.[0] ?? 'nobody') }], no_longer_holds: [], summaries: [] } })) }
  const isRefused = mode === 'prose' || (mode === 'one at a time' && tasks.length > 1)
  const text = isRefused ? 'Sure! Nothing was found.' : JSON.stringify(answer)
  const usage = { input_tokens: 1000, output_tokens: 50 }
  if (mode === 'garbage') console.log('{"type":')
  else if (isClaude) say(
    { type: 'system', subtype: 'init' },
    { type: 'result', subtype: 'success', is_error: false, result: text,
      ...(isRefused ? {} : { structured_output: answer }), usage, total_cost_usd: 0.0125, modelUsage: { 'claude-haiku-4-5': {} } })
  else say(
    { type: 'item.completed', item: { type: 'error', text: 'harmless' } },
    { type: 'item.completed', item: { type: 'agent_message', text } },
    { type: 'turn.completed', usage })
}
`

/** Executables in a folder of their own, and a home in which both are signed in. */
export const installStubs = (folder: string, names: readonly ('claude' | 'codex')[]) => {
  const bin = join(folder, 'bin')
  const home = join(folder, 'home')
  mkdirSync(bin, { recursive: true })
  mkdirSync(join(home, '.codex'), { recursive: true })
  writeFileSync(join(home, '.codex', 'auth.json'), '{}')
  for (const name of names) {
    const file = join(bin, name)
    writeFileSync(`${file}.mjs`, SCRIPT.replace('basename(process.argv[1])', JSON.stringify(name)))
    writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${file}.mjs' "$@"\n`)
    chmodSync(file, 0o755)
  }
  const calls = join(home, 'calls.jsonl')
  return {
    bin,
    home,
    setMode: (mode: StubMode): void => writeFileSync(join(home, 'mode'), mode),
    calls: (): StubCall[] =>
      existsSync(calls)
        ? readFileSync(calls, 'utf8')
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line) as StubCall)
        : [],
  }
}
