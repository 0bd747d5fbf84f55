/** Front matter in a form that is not read, or in a place where it is none. */
export type OtherFrontMatter = {
  /** Line of the file, from 1. */
  line: number
  message: string
}

const EXPECTED_FENCE = 'Front matter stands between two lines of exactly three hyphens: ---.'
/** A field that only a note has, however its name and value are kept apart. */
const OF_A_NOTE = /^["'\s]*(?:title|type)["']?\s*(?:::?|=)/iu
const FENCE = /^---[ \t]*$/u
const NEAR_FENCE = /^\s*[-\u2010-\u2015]{1,8}\s*(?:ya?ml|toml|json)?\s*$/iu
const LOGSEQ = /^\s*[\p{L}_][\p{L}\p{N}_ -]*::\s/u
const CODE = /^\s*(?:`{3,}|~{3,})\s*(?:ya?ml|markdown|md)?\s*$/iu
/** So many lines are looked at. */
const MAX_LINES = 60

type Look = (lines: readonly string[], first: number) => OtherFrontMatter | undefined

const hasTypeAfter = (lines: readonly string[], at: number): boolean =>
  lines.slice(at + 1, at + 20).some((line) => OF_A_NOTE.test(line))

const conflict: Look = (lines) => {
  const at = lines.findIndex((line) => line.startsWith('<<<<<<<'))
  return at === -1
    ? undefined
    : {
        line: at + 1,
        message:
          'Two versions of this file were not merged. Keep one of them and remove the lines <<<<<<<, ======= and >>>>>>>.',
      }
}

const toml: Look = (lines, first) =>
  /^\+\+\+\s*$/u.test(lines[first] ?? '')
    ? {
        line: first + 1,
        message:
          'This front matter is TOML, which is not read. Write it as YAML between two lines ---: title: North pier.',
      }
    : undefined

const json: Look = (lines, first) =>
  /^(?:;;;|\{)\s*(?:"|$)/u.test(lines[first] ?? '') && hasTypeAfter(lines, first - 1)
    ? {
        line: first + 1,
        message: 'This front matter is JSON. Put a line --- before it and one after it.',
      }
    : undefined

const logseq: Look = (lines, first) => {
  if (!LOGSEQ.test(lines[first] ?? '') || !hasTypeAfter(lines, first - 1)) return undefined
  return {
    line: first + 1,
    message: `These are properties of Logseq, which are not read. ${EXPECTED_FENCE} Write one colon: type: place.`,
  }
}

const inCode: Look = (lines, first) =>
  CODE.test(lines[first] ?? '') && hasTypeAfter(lines, first)
    ? {
        line: first + 1,
        message: `This front matter is within a block of code. Remove the lines with the backticks. ${EXPECTED_FENCE}`,
      }
    : undefined

const nearFence: Look = (lines, first) =>
  NEAR_FENCE.test(lines[first] ?? '') &&
  !FENCE.test(lines[first] ?? '') &&
  hasTypeAfter(lines, first)
    ? { line: first + 1, message: `This line opens no front matter. ${EXPECTED_FENCE}` }
    : undefined

/** Fields without a fence: at the very top, or under a heading as Notion exports them. */
const unfenced: Look = (lines, first) => {
  const start = /^#\s/u.test(lines[first] ?? '')
    ? lines.findIndex((line, at) => at > first && line.trim() !== '')
    : first
  if (start === -1) return undefined
  const rest = lines.slice(start)
  const end = rest.findIndex((line) => !/^["']?[\p{L}_][\p{L}\p{N}_ -]*["']?:(?:\s|$)/u.test(line))
  const block = end === -1 ? rest : rest.slice(0, end)
  const isClosed = FENCE.test(rest[block.length] ?? '')
  const at = block.findIndex((line) => /^["']?type["']?:\s/iu.test(line))
  if (at === -1 || (block.length < 2 && !isClosed)) return undefined
  return {
    line: start + 1,
    message: `These fields are no front matter here. ${EXPECTED_FENCE} It comes first in its file.`,
  }
}

/** A block with both fences and a type, but not at the beginning of the file. */
const below: Look = (lines, first) => {
  const at = lines.findIndex((line, one) => one > first && FENCE.test(line))
  const isInCode = lines.slice(0, at).some((line) => /^\s*(?:`{3}|~{3})/u.test(line))
  if (at === -1 || at > first + 12 || isInCode) return undefined
  const end = lines.findIndex((line, one) => one > at && FENCE.test(line))
  if (end === -1) return undefined
  const block = lines.slice(at + 1, end)
  const isYaml = block.every((line) =>
    /^(?:["']?[^\s:][^:]*:(?:\s|$)|[ \t]|-[ \t]|#|$)/u.test(line),
  )
  return isYaml && block.some((line) => /^["']?type["']?:\s/iu.test(line))
    ? {
        line: at + 1,
        message: 'Front matter is read at the beginning of a file alone. Remove what is above it.',
      }
    : undefined
}

const LOOKS: readonly Look[] = [conflict, toml, json, logseq, inCode, nearFence, unfenced, below]

/** What a text without front matter has in its place, if that is meant to be some; undefined for plain Markdown. */
export const otherFrontMatter = (text: string): OtherFrontMatter | undefined => {
  const lines = text.split('\n', MAX_LINES)
  const first = lines.findIndex((line) => line.trim() !== '')
  if (first === -1) return undefined
  for (const look of LOOKS) {
    const found = look(lines, first)
    if (found) return found
  }
  return undefined
}
