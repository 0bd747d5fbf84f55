import type { CommandPart, Word } from './command.types.ts'
import { type Program, programOf } from './command-program.ts'

/**
 * What a word is to its command: `path`, which any word is that is not surely something else; `name`, of a task, a branch or
 * the like, which is a path only where it looks like one; `text`, a pattern or a message; `said`, a text that the command
 * prints or writes; `code` of another language.
 */
export type Role = 'path' | 'name' | 'text' | 'said' | 'code'

/** The roles of a command's words. */
export const rolesOf = (part: CommandPart): Role[] => {
  const program = programOf(part)
  const special = new Map<number, Role>([
    ...namesOf(part, program).map((at) => [at, 'name'] as const),
    [patternAt(part, program), 'text'],
  ])
  let runs = ''
  return part.words.map((word, at) => {
    const before = part.words[at - 1]?.text ?? ''
    const code = isCode(word, before, runs)
    if (INTERPRETER.test(word.text) || SHELL.test(word.text)) runs = word.text
    if (word.isWritten) return 'path'
    if (at < program.at) return MODE.test(word.text) ? 'name' : 'path'
    if (code) return 'code'
    return (
      saidBy(program, word, at) ?? special.get(at) ?? messageOf(program, word, before) ?? 'path'
    )
  })
}

/** `NODE_ENV=test` */
const MODE = /^\w*(?:ENV|MODE|STAGE|PROFILE)=[\w-]*$/
const PRINTS_WORDS = /^(?:echo|printf|write-(?:host|output)|apply_patch)$/
const TAKES_TEXT = /^(?:cat|tee|git|gh|glab)$/

const INTERPRETER =
  /^(?:.*\/)?(?:python[\d.]*|node|bun|deno|tsx|ruby|perl|php|osascript|rscript|g?awk)$/i
const SHELL = /^(?:.*\/)?(?:(?:ba|z|k|da|fi)?sh|pwsh|powershell|cmd)(?:\.exe)?$/i

const CODE_OPTION = /^(?:-[a-z]*[cepE]|--(?:eval|print|execute))$/

/** What is given to an interpreter behind an option (`-c`, `--eval`) or below `<<EOF`, and what awk is to do. */
const isCode = (word: Word, before: string, runs: string): boolean =>
  INTERPRETER.test(runs) &&
  word.hasInner &&
  (word.isBody || (word.isQuoted && (CODE_OPTION.test(before) || /awk$/i.test(runs))))

const saidBy = ({ program, at: own }: Program, word: Word, at: number): Role | undefined => {
  if (PRINTS_WORDS.test(program) && at > own) return word.isQuoted || word.isBody ? 'said' : 'name'
  return word.isBody && TAKES_TEXT.test(program) ? 'said' : undefined
}

const MESSAGE = '--(?:message|title|body|notes|subject|description)'
const BEFORE_MESSAGE = new RegExp(`^(?:-[a-z]*m|${MESSAGE})$`)
const WITH_MESSAGE = new RegExp(`^${MESSAGE}=`)

const messageOf = ({ program }: Program, word: Word, before: string): Role | undefined => {
  if (!/^(?:git|gh|glab|hg|jj)$/.test(program)) return undefined
  const isShort = /^g[hl]/.test(program) && /^-[btn]$/.test(before)
  return isShort || BEFORE_MESSAGE.test(before) || WITH_MESSAGE.test(word.text) ? 'text' : undefined
}

const SEARCHES = /^(?:[ef]?grep|rg|ag|ack|sed|jq|yq)$/
const PATTERN_OPTION = /^(?:-e|--regexp|--expression)$/
/** Options that surely take no word of their own. */
const FLAG =
  /^(?:-[acEFGHhIiLlnoPqRrsSUVvwxz]+|-[ABCm]\d+|--|--[\w-]+=.*|--(?:raw-output|compact-output|null-input|slurp|hidden|no-[\w-]+|(?:ignore|smart)-case|line-number|fixed-strings|word-regexp|files-with-matches|recursive|count|only-matching|quiet|invert-match|(?:extended|perl)-regexp|multiline))$/s

/** Where the pattern stands that a program looks for, or what it does with a text; -1 where that is not sure. */
const patternAt = (part: CommandPart, { program, at, given }: Program): number => {
  const isGit = program === 'git' && given[0]?.text === 'grep'
  if (!isGit && !SEARCHES.test(program)) return -1
  const from = at + (isGit ? 2 : 1)
  const words = part.words.slice(from).map(({ text }) => text)
  const option = words.findIndex((text) => PATTERN_OPTION.test(text))
  if (option !== -1) return from + option + 1
  // `sed -i '' …` of macOS.
  const first = words.findIndex((text) => !FLAG.test(text) && !(text === '' && program === 'sed'))
  return first === -1 || words[first]?.startsWith('-') ? -1 : from + first
}

/** All their words name tasks. */
const RUNS_TASKS =
  /^(?:.*\/)?(?:g?make|just|task|rake|invoke|ninja|gulp|grunt|turbo|nx|bazel|gradlew?|mvnw?|ant|mix|poe|tox|nox|sbt|lein)$/
/** The first of their words names what they are to do. */
const HAS_COMMANDS =
  /^(?:git|gh|glab|npm|pnpm|yarn|bun|docker|podman|cargo|go|dotnet|swift|zig|deno|flutter|poetry|uv|hatch|rails|composer|kubectl|helm|terraform|brew|apt|apt-get|systemctl|mise|biome|ruff|golangci-lint|vite|next|nuxt|astro|ng|expo|webpack)$/
/** With these, the second does too. */
const RUNS_NAMED = /^(?:run|run-script|workspace|compose|stash|pr|issue|vite|next|nuxt|astro|ng)$/
const OF_BRANCHES =
  /^(?:checkout|switch|branch|merge|rebase|push|pull|fetch|tag|remote|worktree|cherry-pick)$/
/** Options between a program and a name. */
const BESIDE_NAMES = /^(?:-[sqkBbcdDm]|-j\d*|--(?:silent|quiet|if-present)|--[\w-]+=.*)$/

/** Where words stand that name a task, a branch or a command. */
const namesOf = ({ words }: CommandPart, { program, at, given }: Program): number[] => {
  if (program === 'find') return foundNames(words)
  const runsTasks = RUNS_TASKS.test(program)
  if (!runsTasks && !HAS_COMMANDS.test(program)) return []
  const plain = plainWords(given).map((place) => at + 1 + place)
  const first = words[plain[0] ?? -1]?.text ?? ''
  if (runsTasks || (program === 'git' && OF_BRANCHES.test(first))) return plain
  return plain.slice(0, RUNS_NAMED.test(first) || /^g[hl]/.test(program) ? 2 : 1)
}

/** Neither options, nor what follows one that may take a word, nor what follows `--`. */
const plainWords = (given: readonly Word[]): number[] => {
  const end = given.findIndex(({ text }) => text === '--')
  return given.slice(0, end === -1 ? undefined : end).flatMap(({ text }, place) => {
    const before = given[place - 1]?.text ?? ''
    const isFree = !before.startsWith('-') || BESIDE_NAMES.test(before)
    return isFree && !text.startsWith('-') ? [place] : []
  })
}

/** `find . -name build`, unless it runs something with what it finds. */
const foundNames = (words: readonly Word[]): number[] =>
  words.some(({ text }) => /^-(?:exec|ok)/.test(text))
    ? []
    : words.flatMap((_, at) => (/^-i?name$/.test(words[at - 1]?.text ?? '') ? [at] : []))
