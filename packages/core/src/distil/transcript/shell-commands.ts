/** What a shell command was run for, as far as distilling cares. */

const CHECK =
  /\b(?:(?:npm|pnpm|yarn|bun|mise|make|just|task|turbo|nx|deno|rake|gradle|gradlew|mvn|composer|poetry run|uv run|cargo|go|dotnet|swift|mix|bundle exec)\s+(?:run\s+|x\s+|exec\s+)?[\w:.-]*(?:test|lint|check|build|typecheck|tsc|vet|clippy|spec|verify|ci)\w*|vitest|jest|pytest|tox|rspec|phpunit|eslint|tsc|biome|ruff|mypy|golangci-lint|markdownlint[\w-]*|shellcheck|playwright test|ctest)\b/i

/** The checking command in a line such as `cd x && npm test 2>&1 | tail -5`; null when there is none. */
export const checkCommandOf = (command: string): string | null => {
  for (const part of command.slice(0, 2_000).split(/&&|\|\||[|;\n]/)) {
    const match = CHECK.exec(part)
    if (match === null) continue
    const words = part
      .slice(match.index)
      .replace(/\d?>&?\S+/g, '')
      .trim()
      .split(/\s+/)
    const text = words.slice(0, 6).join(' ')
    if (text.length <= 80) return text
    return match[0]
  }
  return null
}

const HEREDOC = /-m\s+"?\$\(cat\s+<<-?\s*['"]?(\w+)['"]?\s*\n([\s\S]*?)\n\s*\1/
const QUOTED = /\s(?:-\w*m|--message)[ =]\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)')/
const POWERSHELL = /-m\s+@['"]\s*\n([\s\S]*?)\n['"]@/
const FROM_STDIN = /-F\s*-?\s*<<-?\s*['"]?(\w+)['"]?\s*\n([\s\S]*?)\n\s*\1/

/** Subject of the commit a command makes, or null. */
export const commitSubjectOf = (command: string): string | null => {
  const at = command.search(/\bgit\b[^|;&\n]*\bcommit\b/)
  if (at < 0) return null
  const rest = command.slice(at, at + 4_000)
  const found =
    HEREDOC.exec(rest)?.[2] ??
    FROM_STDIN.exec(rest)?.[2] ??
    POWERSHELL.exec(rest)?.[1] ??
    QUOTED.exec(rest)
      ?.slice(1)
      .find((text) => text !== undefined)
  const subject = found
    ?.replace(/\\(["`$\\])/g, '$1')
    .split(/\\n|\n/)
    .map((line) => line.trim())
    .find((line) => line !== '')
  return subject === undefined || subject.length < 4 ? null : subject.slice(0, 200)
}

export type Delivery = 'pushed' | 'opened a pull request' | 'merged a pull request' | 'released'

export const deliveryOf = (command: string): Delivery | null => {
  if (/\bgh\s+pr\s+create\b|\bglab\s+mr\s+create\b/.test(command)) return 'opened a pull request'
  if (/\bgh\s+pr\s+merge\b|\bglab\s+mr\s+merge\b/.test(command)) return 'merged a pull request'
  if (/\bnpm\s+publish\b|\bcargo\s+publish\b|\bgh\s+release\s+create\b/.test(command))
    return 'released'
  return /\bgit\b[^|;&\n]*\bpush\b/.test(command) ? 'pushed' : null
}
