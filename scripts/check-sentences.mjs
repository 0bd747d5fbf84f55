// No sentence of the docs is longer than a reader holds in mind at once, and words that are not plain become rarer.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { countUnplain } from './lib/plain-words.mjs'

const MOST_WORDS = 40
const ROOTS = ['README.md', 'AGENTS.md', 'docs']

const filesIn = (path) =>
  path.endsWith('.md')
    ? [path]
    : readdirSync(path, { recursive: true })
        .filter((name) => name.endsWith('.md'))
        .map((name) => join(path, name))

/** Paragraphs and list items with the line they begin at. Code, tables, headings and comments are no sentences. */
const blocksOf = (text) => {
  const blocks = []
  let isCode = false
  let open
  for (const [at, line] of text.split('\n').entries()) {
    if (/^\s*(```|~~~)/.test(line)) {
      isCode = !isCode
      open = undefined
      continue
    }
    const isOther = isCode || /^\s*$|^\s*\||^#|^<!--|^\s{4,}\S.*\|/.test(line)
    if (isOther) {
      open = undefined
      continue
    }
    const item = /^\s*([-*]|\d+\.)\s+(.*)$/.exec(line)
    if (item || open === undefined) {
      open = { line: at + 1, text: item ? item[2] : line }
      blocks.push(open)
    } else open.text += ` ${line.trim()}`
  }
  return blocks
}

/** Code in backticks and the address of a link count as one word. */
const proseOf = (text) => text.replace(/`[^`]*`/g, 'code').replace(/\]\([^)]*\)/g, ']')

const sentencesOf = (text) =>
  proseOf(text)
    .replace(/\b(e\.g|i\.e|etc|vs|cf)\./g, '$1')
    .split(/(?<=[.!?…])["”’)*_]*\s+(?=["“‘(*_[]*[\p{Lu}\p{N}a-z])/u)
    .map((sentence) => sentence.trim())

const wordsIn = (sentence) => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))

const blocks = ROOTS.flatMap(filesIn).flatMap((path) =>
  blocksOf(readFileSync(path, 'utf8')).map(({ line, text }) => ({
    where: `${path}:${line}`,
    text,
  })),
)
const found = []
for (const { where, text } of blocks)
  for (const sentence of sentencesOf(text)) {
    const words = wordsIn(sentence).length
    if (words > MOST_WORDS) found.push(`${where}: ${words} words: ${sentence}`)
  }

for (const one of found) process.stderr.write(`${one}\n`)
if (found.length > 0)
  process.stderr.write(
    `\n${found.length} sentences of more than ${MOST_WORDS} words. Make two of each.\n`,
  )

const counted = countUnplain(blocks.map(({ where, text }) => ({ where, text: proseOf(text) })))
const tooMany = counted.filter(({ amount, atMost }) => amount > atMost)
for (const { name, amount, atMost, instead, places } of tooMany)
  process.stderr.write(
    `"${name}" occurs ${amount} times in the docs, and its ceiling is ${atMost}. Write ${instead}.\n    ${[...new Set(places)].slice(0, 10).join('\n    ')}\n`,
  )
if (found.length + tooMany.length > 0) process.exit(1)

for (const { name, amount, atMost } of counted)
  if (amount < atMost)
    process.stdout.write(
      `In scripts/lib/plain-words.mjs, lower the ceiling of "${name}" to ${amount}.\n`,
    )
process.stdout.write(
  `sentences: none of the docs has more than ${MOST_WORDS} words; ${counted.length} words within their ceilings\n`,
)
