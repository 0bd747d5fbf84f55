#!/usr/bin/env node
// Counts what histories of Aider hold, line by line and with nothing of the reader in src, so that the two can check
// each other.
//
//   node packages/sources/test-support/count-aider.mjs FILE|DIR
//
// A line is Aider's own when it ends in two spaces; so is what it prints in several lines, from the mark in front to the
// spaces behind. What counts:
//   messages      stretches of typed, of printed and of other lines, if there is anything in them
//   prompts       typed stretches that are no command, /ask and its like included
//   edits         lines that say an edit was applied
//   outputTokens  the figures behind an answer, all of them
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const filesUnder = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesUnder(join(path, name)))
    : [path]

const LETTERS = [
  ['t', /^#### .*$(?<= {2})/],
  ['p', /^> .*$(?<= {2})/],
  ['>', /^> |^>$/],
  ['#', /^#### |^####$/],
  ['e', /^`{3,}\s*$/],
  ['f', /^(`{3,}|~{3,})/],
  ['c', / {2}$/],
]

/** t typed, p printed, a all else. */
const kindsOf = (lines) => {
  const letters = lines.map((line) => LETTERS.find(([, sign]) => sign.test(line))?.[0] ?? 'a')
  let isFenced = false
  letters.forEach((letter, at) => {
    if (letters[at] === 't' || letters[at] === 'p') isFenced = false
    else if (letter === 'e') isFenced = !isFenced
    else if (letter === 'f') isFenced = true
    else if (letter === '>' && !isFenced) {
      const more = /^[aef]*c/.exec(letters.slice(at + 1, at + 200).join(''))?.[0].length ?? 0
      letters.fill('p', at, at + 1 + more)
    }
  })
  return letters.map((letter) => ('tp'.includes(letter) ? letter : 'a'))
}

const tokensIn = (line) => {
  const [figure = '0', times = ''] = /([\d,.]+)([kM]?) received/.exec(line)?.slice(1) ?? []
  return Math.round(Number(figure.replaceAll(',', '')) * { '': 1, k: 1e3, M: 1e6 }[times])
}

const stretchesOf = (lines) => {
  const kinds = kindsOf(lines)
  const stretches = []
  lines.forEach((line, at) => {
    if (kinds[at] !== kinds[at - 1]) stretches.push({ kind: kinds[at], text: [] })
    const bare = (kinds[at] === 'a' ? line : line.replace(/^(####|>) ?/, '')).trim()
    if (bare !== '' && !(kinds[at] === 't' && bare === '<blank>')) stretches.at(-1).text.push(bare)
  })
  return stretches
}

const isPrompt = (text) =>
  /^\/(ask|code|architect|context) \S/.test(text.join('\n')) || !/^[/!]/.test(text[0])

/** Figures stand behind an answer, those of requests that answered nothing too; those behind a prompt alone are of nothing. */
const outputOf = (stretches) => {
  const answers = []
  let last = null
  for (const { kind, text } of stretches) {
    if (kind === 't') last = null
    if (kind === 'a' && text.length > 0) {
      last = { tokens: 0 }
      answers.push(last)
    }
    const printed = text.filter((line) => line.startsWith('Tokens: '))
    if (kind === 'p' && last) for (const line of printed) last.tokens += tokensIn(line)
  }
  return answers.reduce((sum, { tokens }) => sum + tokens, 0)
}

const countRun = (lines) => {
  const stretches = stretchesOf(lines)
  const said = stretches.filter(({ text }) => text.length > 0)
  const printed = said.filter(({ kind }) => kind === 'p').flatMap(({ text }) => text)
  return {
    messages: said.length,
    prompts: said.filter(({ kind, text }) => kind === 't' && isPrompt(text)).length,
    edits: printed.filter((line) => /^Applied edit to ./.test(line)).length,
    outputTokens: outputOf(stretches),
  }
}

const sessions = {}
for (const file of filesUnder(resolve(process.argv[2] ?? '.')).filter((name) =>
  name.endsWith('.md'),
)) {
  const text = readFileSync(file, 'utf8')
  const seen = {}
  const [, ...runs] = text.split(/^# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\s*?\n/m)
  for (let at = 0; at < runs.length; at += 2) {
    const nth = seen[runs[at]] ?? 0
    seen[runs[at]] = nth + 1
    const count = countRun(runs[at + 1].split('\n').slice(0, -1))
    const id = createHash('sha256')
      .update(`${file}\n${runs[at]}\n${nth}`)
      .digest('hex')
      .slice(0, 32)
    if (count.messages > 0) sessions[id] = count
  }
}
process.stdout.write(`${JSON.stringify({ sessions })}\n`)
