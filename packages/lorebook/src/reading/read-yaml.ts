import {
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type ParsedNode,
  parseDocument,
  visit,
} from 'yaml'
import type { JsonValue } from '../json.types.ts'
import { newProblem, type Place, type Problem, type RuleName } from '../problems.ts'
import { adviceFor } from './yaml-advice.ts'

/** Aliases that one text may use: enough for anything written by hand, too few for a text that multiplies itself. */
const MAX_ALIASES = 100
/** So many errors of one text are reported; more of them follow from the first. */
const MAX_ERRORS = 20

type Path = readonly PropertyKey[]
export type ReadYaml = {
  /** Undefined where the text cannot be read. */
  value: JsonValue | undefined
  /** Where the value at a path stands; the nearest one around it where there is none. */
  placeOf: (path: Path) => Place
  /** Where a key of the mapping at a path stands. */
  placeOfKey: (path: Path, key: string) => Place
  problems: Problem[]
  /** What could be read although something is wrong. */
  readable: () => JsonValue | undefined
}
type Origin = { file: string; firstLine?: number; maxBytes: number }
type Parsed = ReturnType<typeof parseDocument>

const keyText = (key: unknown): string => String(isScalar(key) ? key.value : key)

const pairOf = (node: unknown, key: PropertyKey) =>
  isMap(node) ? node.items.find((item) => keyText(item.key) === String(key)) : undefined

const childOf = (node: unknown, step: PropertyKey): unknown => {
  if (isSeq(node)) return node.items[Number(step)]
  return pairOf(node, step)?.value
}

/** The node at a path, else the last one on the way to it. */
const nodeAt = (root: unknown, path: Path): unknown => {
  let node = root
  for (const step of path) {
    const child = childOf(node, step)
    if (!isNode(child)) break
    node = child
  }
  return node
}

const offsetOf = (node: unknown): number =>
  isNode(node) ? ((node as ParsedNode).range?.[0] ?? 0) : 0

const ruleOf = (code: string): RuleName =>
  code === 'DUPLICATE_KEY' ? 'duplicate-key' : 'yaml-syntax'

/** One slip makes the parser stumble several times, with the same advice. */
const isSameAs =
  (one: Problem) =>
  (other: Problem): boolean =>
    one.message === other.message && one.line === other.line

const LEADING_ZERO = /(?:^|[\s,[{])[-+]?0\d/mu

/** Numbers with zeros before them are words: no house, part or card is called 7 where somebody wrote 007. */
const keepZeros = (document: Parsed): void => {
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === 'number' && /^[-+]?0\d/u.test(node.source ?? ''))
        node.value = node.source
    },
  })
}

/** Where the first alias without an anchor stands. */
const aliasOf = (document: Parsed): number | undefined => {
  let offset: number | undefined
  visit(document, {
    Alias: (_, node) => {
      if (node.resolve(document) !== undefined) return undefined
      offset = node.range?.[0]
      return visit.BREAK
    },
  })
  return offset
}

/** A document's value as plain data; an error's sentence where it unfolds to too much. */
const plainValueOf = (
  document: Parsed,
): { value: JsonValue } | { refused: string; offset?: number | undefined } => {
  try {
    return { value: document.toJS({ maxAliasCount: MAX_ALIASES }) as JsonValue }
  } catch (error) {
    if (error instanceof RangeError) return { refused: 'This YAML is nested too deeply.' }
    const [, unknown] = /^Unresolved alias.*: (.*)$/u.exec((error as Error).message) ?? []
    return {
      refused:
        unknown === undefined
          ? `The aliases of this YAML stand for too much: at most ${MAX_ALIASES} are followed.`
          : `A value that begins with * needs quotes around all of it, such as "*${unknown.slice(0, 60)}".`,
      offset: aliasOf(document),
    }
  }
}

const parse = (text: string, lineCounter: LineCounter): Parsed | undefined => {
  try {
    const document = parseDocument(text, {
      lineCounter,
      prettyErrors: false,
      merge: text.includes('<<:'),
      logLevel: 'silent',
    })
    if (LEADING_ZERO.test(text)) keepZeros(document)
    return document
  } catch {
    // The parser is recursive; what is nested a thousand times overflows its stack.
    return undefined
  }
}

/** Reads one YAML text with the place of everything in it. Never throws; what is wrong is among the problems. */
export const readYaml = (text: string, { file, firstLine = 1, maxBytes }: Origin): ReadYaml => {
  const start = { file, line: firstLine, column: 1 }
  const refuse = (rule: RuleName, message: string, place: Place = start): ReadYaml => ({
    value: undefined,
    placeOf: () => start,
    placeOfKey: () => start,
    problems: [newProblem(rule, place, message)],
    readable: () => undefined,
  })
  if (text.length > maxBytes)
    return refuse('too-large', `This YAML has ${text.length} characters; ${maxBytes} are allowed.`)
  const lineCounter = new LineCounter()
  const document = parse(text, lineCounter)
  if (document === undefined) return refuse('yaml-syntax', 'This YAML is nested too deeply.')
  const placeAt = (offset: number): Place => {
    const { line, col } = lineCounter.linePos(offset)
    return { file, line: Math.max(1, line) + firstLine - 1, column: Math.max(1, col) }
  }
  const placeOf = (path: Path): Place => placeAt(offsetOf(nodeAt(document.contents, path)))
  const placeOfKey = (path: Path, key: string): Place => {
    const pair = pairOf(nodeAt(document.contents, path), key)
    return isPair(pair) ? placeAt(offsetOf(pair.key)) : placeOf(path)
  }
  const lines = document.errors.length > 0 ? text.split('\n') : []
  const all = document.errors.slice(0, MAX_ERRORS).map((error) => {
    const found = placeAt(error.pos[0])
    const { message, line } = adviceFor(error, lines, found.line - firstLine)
    const place = line === undefined ? found : { file, line: line + firstLine, column: 1 }
    return newProblem(ruleOf(error.code), place, message)
  })
  const problems = all.filter((problem, at) => all.findIndex(isSameAs(problem)) === at)
  const readable = (): JsonValue | undefined => {
    const plain = plainValueOf(document)
    return 'refused' in plain ? undefined : plain.value
  }
  if (problems.length > 0) return { value: undefined, placeOf, placeOfKey, problems, readable }
  const read = plainValueOf(document)
  if ('refused' in read)
    return refuse(
      'yaml-syntax',
      read.refused,
      read.offset === undefined ? start : placeAt(read.offset),
    )
  return { value: read.value, placeOf, placeOfKey, problems, readable: () => read.value }
}
