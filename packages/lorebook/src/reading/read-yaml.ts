import {
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type ParsedNode,
  parseDocument,
} from 'yaml'
import type { JsonValue } from '../json.types.ts'
import { newProblem, type Place, type Problem, type RuleName } from '../problems.ts'

/** Aliases that one text may use: enough for anything written by hand, too few for a text that multiplies itself. */
const MAX_ALIASES = 100
/** So many errors of one text are told; more of them follow from the first. */
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

const sentenceOf = (code: string, message: string): string => {
  if (code === 'DUPLICATE_KEY') return 'This key is already in the mapping; keep one of them.'
  if (message.includes('call stack')) return 'This YAML is nested too deeply.'
  if (message.startsWith('Nested mappings'))
    return 'A value with a colon and a space in it needs quotes, such as title: "One: two".'
  if (code === 'TAB_AS_INDENT') return 'Tabs may not indent YAML; use spaces.'
  return `This is no valid YAML: ${message.replace(/\.?\s*$/u, '')}.`
}

/** A document's value as plain data; an error's sentence where it unfolds to too much. */
const plainValueOf = (document: Parsed): { value: JsonValue } | { refused: string } => {
  try {
    return { value: document.toJS({ maxAliasCount: MAX_ALIASES }) as JsonValue }
  } catch (error) {
    const isTooDeep = error instanceof RangeError
    return {
      refused: isTooDeep
        ? 'This YAML is nested too deeply.'
        : `The aliases of this YAML stand for too much: at most ${MAX_ALIASES} are followed.`,
    }
  }
}

const parse = (text: string, lineCounter: LineCounter): Parsed | undefined => {
  try {
    return parseDocument(text, { lineCounter, prettyErrors: false, logLevel: 'silent' })
  } catch {
    // The parser is recursive; what is nested a thousand times overflows its stack.
    return undefined
  }
}

/** Reads one YAML text with the place of everything in it. Never throws; what is wrong is among the problems. */
export const readYaml = (text: string, { file, firstLine = 1, maxBytes }: Origin): ReadYaml => {
  const start = { file, line: firstLine, column: 1 }
  const refuse = (rule: RuleName, message: string): ReadYaml => ({
    value: undefined,
    placeOf: () => start,
    placeOfKey: () => start,
    problems: [newProblem(rule, start, message)],
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
  const problems = document.errors
    .slice(0, MAX_ERRORS)
    .map(({ code, message, pos }) =>
      newProblem(ruleOf(code), placeAt(pos[0]), sentenceOf(code, message)),
    )
  if (problems.length > 0) return { value: undefined, placeOf, placeOfKey, problems }
  const read = plainValueOf(document)
  if ('refused' in read) return refuse('yaml-syntax', read.refused)
  return { value: read.value, placeOf, placeOfKey, problems }
}
