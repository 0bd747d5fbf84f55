// The figures that `npm run check` bounds: how the code is laid out, and habits that are to become rarer.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { folderKnots, importsOf } from './import-graph.mjs'

const CODE = /\.(?:tsx?|[mc]js)$/
const PROSE = /\.md$/
const TEST =
  /\.test\.(?:tsx?|mjs)$|\/testing\/|\/e2e\/|\/fixtures\/|\/test-support\/|\.config\.(?:ts|mjs)$/
const SOURCE = /^((?:apps|packages)\/[^/]+\/src|bench|scripts)\//
/** Merged migrations never change, and data is quoted. */
const QUOTED = /\/migrations\/|^bench\/(?:data|labelled)\//
/** Generated, or what this check is made of: it names all that it counts. */
const LEFT_OUT =
  /\.d\.ts$|^docs\/(?:configuration|commands)\.md$|^scripts\/(?:lib\/(?:house\/|plain-words\.)|(?:check-)?house\.|plain-words\.)/

const CAST = /\brows</g
const PACKED = /\.\.\.\{/g
const TELL =
  /(?<![A-Za-z])(?:[Tt]ells?|[Tt]old|[Tt]elling)(?![a-z])|(?<=[a-z])(?:Tells?|Told|Telling)(?![a-z])/g
const TABLE = /\bconst (\w+) = (?:\w+\.table|pgTable)\(/g

const countIn = (pattern) => (text) => text.match(pattern)?.length ?? 0

/** How often in each file, the most first. */
const perFile = (files, count) =>
  files
    .map(({ file, text }) => ({ where: file, value: count(text) }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value || (a.where < b.where ? -1 : 1))

const sumOf = (found) => found.reduce((sum, { value }) => sum + value, 0)
const linesOf = (text) => text.split('\n').length - 1

const ofFolders = (files) => {
  const folders = new Map()
  for (const { file } of files) folders.set(dirname(file), (folders.get(dirname(file)) ?? 0) + 1)
  return [...folders]
    .map(([where, value]) => ({ where, value }))
    .sort((a, b) => b.value - a.value || (a.where < b.where ? -1 : 1))
}

/** Nine of ten are no longer; `longest` begins with the longest. */
const ninetieth = (longest) =>
  longest[longest.length - 1 - Math.floor(longest.length * 0.9)]?.value ?? 0

/** Calls of Drizzle's builder: `.from(messages)`, `.insert(messages)` and the like, with a table of the schema. */
const builderCalls = (files) => {
  const ofDb = files.filter(({ file }) => file.startsWith('packages/db/src/'))
  const tables = ofDb.flatMap(({ text }) => [...text.matchAll(TABLE)].map(([, name]) => name))
  if (tables.length === 0) return []
  const call = new RegExp(`\\.(?:from|insert|update|delete)\\(\\s*(?:${tables.join('|')})\\b`, 'g')
  return perFile(ofDb, countIn(call))
}

const knotsOf = (files) => {
  const sources = new Map()
  for (const { file, text } of files) {
    const source = SOURCE.exec(file)?.[1]
    if (source === undefined || !CODE.test(file)) continue
    const texts = sources.get(source) ?? sources.set(source, new Map()).get(source)
    texts.set(file, text)
  }
  return [...sources].flatMap(([source, texts]) => folderKnots(source, importsOf(texts)))
}

const knotInWords = ({ folders, imports }) =>
  [folders.join(', '), ...imports.slice(0, 6).map(({ from, to }) => `  ${from} → ${to}`)].join(
    '\n    ',
  )

const placesOf = (found) => found.slice(0, 5).map(({ where, value }) => `${where} (${value})`)

/** The figures that product code and tests both have. */
const countedApart = (files) => {
  const code = files.filter(({ file }) => CODE.test(file))
  const casts = perFile(code, countIn(CAST))
  const packed = perFile(code, countIn(PACKED))
  const tells = perFile(
    files.filter(({ file }) => !QUOTED.test(file)),
    countIn(TELL),
  )
  const ofPackages = code.filter(({ file }) => /^(?:apps|packages)\//.test(file))
  const lengths = perFile(ofPackages, linesOf)
  const folders = ofFolders(ofPackages)
  const limit = ninetieth(lengths)
  return {
    casts: { value: sumOf(casts), places: placesOf(casts) },
    packedSpreads: { value: sumOf(packed), places: placesOf(packed) },
    tells: { value: sumOf(tells), places: placesOf(tells) },
    largestFolder: { value: folders[0]?.value ?? 0, places: placesOf(folders) },
    longFile: {
      value: limit,
      places: placesOf(lengths.filter(({ value }) => value >= limit).toReversed()),
    },
    longestFile: { value: lengths[0]?.value ?? 0, places: placesOf(lengths) },
  }
}

/** Of the files of a checkout: `{ product: { casts: { value, places } … }, tests: { … } }`. */
export const measureHouse = (root, names) => {
  const files = names
    .filter((file) => (CODE.test(file) || PROSE.test(file)) && !LEFT_OUT.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  const product = files.filter(({ file }) => !TEST.test(file))
  const tests = files.filter(({ file }) => TEST.test(file))
  const knots = knotsOf(product)
  const calls = builderCalls(product)
  return {
    product: {
      folderCycles: { value: knots.length, places: knots.map(knotInWords) },
      builderCalls: { value: sumOf(calls), places: placesOf(calls) },
      ...countedApart(product),
    },
    tests: countedApart(tests),
  }
}
