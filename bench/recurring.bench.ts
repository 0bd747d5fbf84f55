/**
 * Whether sessions go the same way often enough to be written down as one: commands of a shell in the same order, in at least three
 * sessions of two people. What only looks is left out, repeats count once, arguments are forgotten. Nothing in the product does this;
 * it says whether there would be anything to do. `--json` prints the figures.
 */
import { parseArgs } from 'node:util'
import { benchEnv } from './harness/bench-env.ts'
import { type RealSession, realSessions } from './harness/real-sessions.ts'
import { newReport, printReport, type Row } from './harness/report.ts'

const { values: options } = parseArgs({ options: { json: { type: 'boolean', default: false } } })

const SHELLS =
  /^(?:bash|shell|exec_command|run_shell_command|execute_command|run_in_terminal|terminal|local_shell)$/i
/** What looks, moves about or says something changes nothing. */
const LOOKS =
  /^(?:ls|cat|head|tail|grep|rg|find|sed|awk|wc|cd|pwd|echo|printf|which|type|tree|stat|file|sleep|test|true|env|export|sort|uniq|jq|less|diff|ps|date|for|do|done|if|then|fi|else|while|git (?:status|diff|log|show|branch|blame|rev-parse|remote|fetch))$/
const LEAST = 3
const LONGEST = 6

/** `npm run build -- --x` → `npm run build`; `git add -A` → `git add`. */
const stepOf = (part: string): string | undefined => {
  const words = part
    .trim()
    .replace(/^(?:[A-Z_]+=\S+\s+|sudo\s+|time\s+|timeout\s+\S+\s+)+/, '')
    .split(/\s+/)
  const program = words[0]?.split('/').at(-1) ?? ''
  if (!/^[a-z][\w.-]*$/i.test(program)) return undefined
  const named = words.slice(1).filter((word) => /^[a-z][\w:-]*$/i.test(word))
  const second = /^(?:npm|pnpm|yarn|bun)$/.test(program) && named[0] === 'run' ? 2 : 1
  const takes =
    /^(?:git|npm|pnpm|yarn|bun|npx|cargo|go|docker|kubectl|gh|make|uv|poetry|dotnet|mvn)$/
  const step = [program, ...(takes.test(program) ? named.slice(0, second) : [])].join(' ')
  return LOOKS.test(step) || LOOKS.test(program) ? undefined : step
}

const commandsIn = ({ session }: RealSession): string[] =>
  session.messages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => {
      if (block.type !== 'tool_call' || !SHELLS.test(block.name)) return []
      const input = block.input as { command?: unknown; cmd?: unknown } | null
      const command = input?.command ?? input?.cmd
      return [Array.isArray(command) ? command.at(-1) : command].filter(
        (one): one is string => typeof one === 'string',
      )
    }),
  )

/** What is handed to a command, such as the message of a commit, is none. */
const withoutTexts = (command: string): string =>
  command
    .replace(/<<-?\s*['"]?(\w+)['"]?[\s\S]*?\n\s*\1\b/g, ' ')
    .replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, ' x ')

const stepsOf = (session: RealSession): string[] =>
  commandsIn(session)
    .flatMap((command) => withoutTexts(command.slice(0, 4_000)).split(/&&|\|\||[;|\n]/))
    .flatMap((part) => stepOf(part) ?? [])
    .filter((step, index, all) => step !== all[index - 1])

/** Whose home it was: the nearest that a file says of a person. */
const personOf = ({ session, name }: RealSession): string =>
  /(?:\/home\/|\/Users\/|[\\/]Users[\\/])([^\\/]+)/.exec(session.cwd ?? '')?.[1] ?? name

const projectOf = ({ session }: RealSession): string =>
  (session.cwd ?? '').split(/[\\/]/).at(-1) ?? ''

type Seen = { sessions: Set<string>; people: Set<string>; projects: Set<string> }

const sequencesOf = (steps: readonly string[]): Set<string> => {
  const found = new Set<string>()
  for (let from = 0; from < steps.length; from++)
    for (let length = LEAST; length <= LONGEST && from + length <= steps.length; length++) {
      const part = steps.slice(from, from + length)
      if (new Set(part).size >= LEAST) found.add(part.join(' → '))
    }
  return found
}

const sessions: RealSession[] = []
for await (const one of realSessions(benchEnv().sharedDir)) sessions.push(one)
const withSteps = sessions
  .map((one) => ({ one, steps: stepsOf(one) }))
  .filter(({ steps }) => steps.length >= LEAST)
const seen = new Map<string, Seen>()
for (const { one, steps } of withSteps)
  for (const sequence of sequencesOf(steps)) {
    const known = seen.get(sequence) ?? {
      sessions: new Set(),
      people: new Set(),
      projects: new Set(),
    }
    known.sessions.add(one.session.native_id)
    known.people.add(personOf(one))
    known.projects.add(projectOf(one))
    seen.set(sequence, known)
  }
const often = [...seen].filter(([, { sessions }]) => sessions.size >= 3)
const recurring = often.filter(([, { people }]) => people.size >= 2)
/** One that is part of a longer one, seen as often, says nothing more. */
const whole = recurring.filter(
  ([sequence, { sessions }]) =>
    !recurring.some(
      ([other, more]) =>
        other !== sequence && other.includes(sequence) && more.sessions.size >= sessions.size,
    ),
)
const inOneProject = whole.filter(([, { projects, sessions }]) => projects.size < sessions.size)

const report = newReport('recurring')
const figures = {
  sessions: sessions.length,
  'with three steps': withSteps.length,
  people: new Set(withSteps.map(({ one }) => personOf(one))).size,
  sequences: seen.size,
  'in three sessions': often.length,
  'of two people': recurring.length,
  whole: whole.length,
  'some of one project': inOneProject.length,
}
report.tables = [
  [figures],
  whole
    .toSorted(([, a], [, b]) => b.sessions.size - a.sessions.size)
    .slice(0, 40)
    .map(
      ([sequence, { sessions, people, projects }]): Row => ({
        sequence,
        sessions: sessions.size,
        people: people.size,
        projects: projects.size,
      }),
    ),
]
report.figures = [figures]
printReport(report, { json: options.json })
