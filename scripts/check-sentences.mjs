// No sentence of the docs is longer than a reader holds in mind at once.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

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
const sentencesOf = (text) =>
  text
    .replace(/`[^`]*`/g, 'code')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/\b(e\.g|i\.e|etc|vs|cf)\./g, '$1')
    .split(/(?<=[.!?…])["”’)*_]*\s+(?=["“‘(*_[]*[\p{Lu}\p{N}a-z])/u)
    .map((sentence) => sentence.trim())

const wordsIn = (sentence) => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))

const found = []
for (const path of ROOTS.flatMap(filesIn))
  for (const { line, text } of blocksOf(readFileSync(path, 'utf8')))
    for (const sentence of sentencesOf(text)) {
      const words = wordsIn(sentence).length
      if (words > MOST_WORDS) found.push(`${path}:${line}: ${words} words: ${sentence}`)
    }

for (const one of found) process.stderr.write(`${one}\n`)
if (found.length > 0) {
  process.stderr.write(
    `\n${found.length} sentences of more than ${MOST_WORDS} words. Make two of each.\n`,
  )
  process.exit(1)
}
process.stdout.write(`sentences: none of the docs has more than ${MOST_WORDS} words\n`)
