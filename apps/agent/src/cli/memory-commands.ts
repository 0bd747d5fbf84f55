import {
  MEMORY_EVENTS,
  MEMORY_KINDS,
  MEMORY_ORIGINS,
  MEMORY_STATUSES,
} from '@teamlore/shared/memory-kinds'
import { Argument, type Command, Option } from 'commander'
import type { HandoverOptions } from '../commands/memories/handover.command.ts'
import type {
  MemoriesOptions,
  MemoryOptions,
  RememberOptions,
} from '../commands/memories/memories.command.ts'
import type { DiffOptions, LogOptions } from '../commands/memories/memory-log.command.ts'
import type { UsedOptions } from '../commands/memories/memory-use.command.ts'
import type { MineOptions } from '../commands/memories/mine.command.ts'
import type {
  PolicyOptions,
  PolicySetOptions,
  UnreviewedOptions,
} from '../commands/memories/policy.command.ts'
import type {
  ContradictionsOptions,
  DecideOptions,
  DraftsOptions,
  SettleOptions,
} from '../commands/memories/review.command.ts'
import { addCommand, type Json, type ProgramDeps } from './add-command.ts'
import { wholeNumber } from './whole-number.ts'

const PROJECT = 'of this project: its name, id or remote URL'
const AS_OF = 'what held then: 2026-05-01, 7d, or a commit as git names it'

/** Commands for what the team holds to be so. Each is loaded when it is called. */
export const addMemories = (program: Command, deps: ProgramDeps): void => {
  addRemember(program, deps)
  addHandover(program, deps)
  addMine(program, deps)
  addReading(program, deps)
  addLog(program, deps)
  addUsed(program, deps)
  addReview(program, deps)
  addSettling(program, deps)
  addPolicy(program, deps)
}

const kindOption = (): Option => new Option('--kind <kind>', 'of this kind').choices(MEMORY_KINDS)

const isJson = (command: Command): boolean => command.optsWithGlobals<Json>().json === true
const load = () => import('../commands/memories/memories.command.ts')
const loadReview = () => import('../commands/memories/review.command.ts')
/** What was typed, without what belongs to every command, and without spaces around it. */
const typedOf = <O>(command: Command): O => {
  const { json: _, ...options } = command.optsWithGlobals<O & Json>()
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [name, trimmed(value)]),
  ) as O
}
const trimmed = (value: unknown): unknown => {
  if (typeof value === 'string') return value.trim()
  return Array.isArray(value) ? value.map(trimmed) : value
}

const addRemember = (program: Command, deps: ProgramDeps): void => {
  const { run } = deps
  addCommand(program, deps, 'remember', '', 'say that something is so, for the whole team')
    .addArgument(new Argument('[statement...]', 'one sentence that stands by itself'))
    .addOption(kindOption())
    .option('--reason <why>', 'why it is so')
    .option('--rejected <what...>', 'what was considered and not taken')
    .option('--question <what...>', 'what a colleague would ask who does not know it; 5 at most')
    .option('--file <place...>', 'code it is about: FILE, FILE:LINE or FILE:LINE-LINE')
    .option('--evidence <ref...>', 'what it rests on: a message, session, commit or document')
    .option('--supersedes <id>', 'the memory whose place it takes')
    .option('--rests-on <id...>', 'memories because of which it holds')
    .option('--since <when>', 'since when it holds; now by default')
    .option('--project <name>', 'of this project; the one of this folder by default')
    .option('--team', 'for all projects of the team')
    .option('--private', 'for yourself alone')
    .option('--draft', 'leave it for the review queue')
    .action((words: string[], _options: RememberOptions, command: Command) =>
      run(isJson(command), async (context) =>
        (await load()).runRemember(context, words, typedOf(command)),
      ),
    )
}

const addHandover = (program: Command, deps: ProgramDeps): void => {
  const { run } = deps
  addCommand(program, deps, 'handover', '', 'hand over what a session found, with its words')
    .addArgument(new Argument('[finding...]', 'one statement, subject named; else JSON is read'))
    .option('--quote <words...>', 'words of the session it rests on, letter by letter')
    .addOption(kindOption())
    .option('--reason <why>', 'why it is so')
    .option('--from <file>', 'findings as JSON; - for a pipe, as without it')
    .option('--session <id>', 'the session, by id or as its tool names it')
    .option('--dry-run', 'say what would be handed over, and send nothing')
    .option('--status <id>', 'what became of a handover of yours')
    .action((words: string[], _options: HandoverOptions, command: Command) =>
      run(isJson(command), async (context) => {
        const { runHandover } = await import('../commands/memories/handover.command.ts')
        return runHandover(context, words, typedOf(command))
      }),
    )
}

const addMine = (program: Command, deps: ProgramDeps): void => {
  const { run } = deps
  addCommand(
    program,
    deps,
    'mine',
    '',
    'make drafts of WARNING, HACK, IMPORTANT and DECISION comments',
  )
    .option('--dry-run', 'show what would be sent, and send nothing')
    .action((_options: MineOptions, command: Command) =>
      run(isJson(command), async (context) => {
        const { runMine } = await import('../commands/memories/mine.command.ts')
        return runMine(context, typedOf(command))
      }),
    )
}

const addReading = (program: Command, deps: ProgramDeps): void => {
  const { run } = deps
  addCommand(program, deps, 'memories', '', 'list what the team holds to be so')
    .addArgument(new Argument('[words...]', 'only those that have these words as they stand'))
    .option('--project <name>', PROJECT)
    .addOption(kindOption())
    .addOption(
      new Option('--status <status>', 'of this status; active by default').choices(MEMORY_STATUSES),
    )
    .addOption(
      new Option('--origin <origin>', 'whose words come from there').choices(MEMORY_ORIGINS),
    )
    .option('--file <path>', 'about this file: a path, or the end of one')
    .option('--assignee <name>', 'that this member is to review; me for yourself')
    .option('--as-of <when>', AS_OF)
    .addOption(new Option('--limit <n>', 'how many, up to 200').argParser(wholeNumber(200)))
    .option('--more', 'what follows the last answer on this machine')
    .option('--cursor <cursor>', 'for scripts: go on where an answer ended, as --json names it')
    .action((words: string[], _options: MemoriesOptions, command: Command) =>
      run(isJson(command), async (context) =>
        (await load()).runMemories(context, words, typedOf(command)),
      ),
    )
  addCommand(program, deps, 'memory', ' <id>', 'show a memory, or say how it stands')
    .option('--history', 'why it changed: all that held before')
    .option('--as-of <when>', AS_OF)
    .option('--confirm', 'say that it still holds')
    .option('--stale <why>', 'say that it does not seem to hold any more')
    .option('--says <statement>', 'say what holds instead')
    .option('--reason <why>', 'with --confirm and --says: what you saw')
    .action((id: string, _options: MemoryOptions, command: Command) =>
      run(isJson(command), async (context) =>
        (await load()).runMemory(context, id, typedOf(command)),
      ),
    )
}

const addLog = (program: Command, deps: ProgramDeps): void => {
  const { run } = deps
  const load = () => import('../commands/memories/memory-log.command.ts')
  addCommand(program, deps, 'log', '', 'say what became of memories, the newest first')
    .option('--from <when>', 'only after then: 2026-05-01, 7d, or a commit as git names it')
    .option('--to <when>', 'only until then')
    .addOption(new Option('--event <event>', 'only these steps').choices(MEMORY_EVENTS))
    .option('--project <name>', 'another project than that of this folder')
    .option('--all', 'of all projects, not only of this folder')
    .addOption(new Option('--limit <n>', 'how many, up to 200').argParser(wholeNumber(200)))
    .option('--more', 'what follows the last answer on this machine')
    .option('--cursor <cursor>', 'for scripts: go on where an answer ended, as --json names it')
    .action((_options: LogOptions, command: Command) =>
      run(isJson(command), async (context) => (await load()).runLog(context, typedOf(command))),
    )
  addCommand(program, deps, 'diff', '', 'say what is held otherwise than it was at another time')
    .addArgument(new Argument('[from]', 'the earlier time: a date, 7d, or a commit; 7d by default'))
    .addArgument(new Argument('[to]', 'the later time; now by default'))
    .option('--project <name>', 'another project than that of this folder')
    .option('--all', 'of all projects, not only of this folder')
    .addOption(new Option('--limit <n>', 'of each sort, up to 200').argParser(wholeNumber(200)))
    .action(
      (from: string | undefined, to: string | undefined, _options: DiffOptions, command: Command) =>
        run(isJson(command), async (context) =>
          (await load()).runDiff(context, { from, to }, typedOf(command)),
        ),
    )
}

const addUsed = (program: Command, deps: ProgramDeps): void => {
  const { run } = deps
  const load = () => import('../commands/memories/memory-use.command.ts')
  addCommand(program, deps, 'used', '', 'say which memories agents and people were given')
    .option('--unread', 'only what no agent was given, the oldest first')
    .addOption(
      new Option('--days <n>', 'how many days back, up to 365').argParser(wholeNumber(365)),
    )
    .option('--project <name>', 'another project than that of this folder')
    .option('--all', 'of all projects, not only of this folder')
    .addOption(new Option('--limit <n>', 'how many, up to 200').argParser(wholeNumber(200)))
    .option('--more', 'what follows the last answer on this machine')
    .option('--cursor <cursor>', 'for scripts: go on where an answer ended, as --json names it')
    .action((_options: UsedOptions, command: Command) =>
      run(isJson(command), async (context) => (await load()).runUsed(context, typedOf(command))),
    )
}

const addReview = (program: Command, deps: ProgramDeps): void => {
  const { run } = deps
  addCommand(program, deps, 'drafts', '', 'list the memories that wait for a person')
    .option('--project <name>', PROJECT)
    .option('--assignee <name>', 'that this member is to review; me for yourself')
    .option('--batch', 'what you are asked to review this week, the most valuable first')
    .addOption(new Option('--limit <n>', 'how many, up to 100').argParser(wholeNumber(100)))
    .action((_options: DraftsOptions, command: Command) =>
      run(isJson(command), async (context) =>
        (await loadReview()).runDrafts(context, typedOf(command)),
      ),
    )
  const decide = (decision: 'approve' | 'reject' | 'archive', says: string) =>
    addCommand(program, deps, decision, ' <ids...>', says)
      .option('--reason <why>', 'why')
      .action((ids: string[], _options: DecideOptions, command: Command) =>
        run(isJson(command), async (context) =>
          (await loadReview()).runDecide(context, decision, ids, typedOf(command)),
        ),
      )
  decide('approve', 'let memories hold for the whole team')
  decide('reject', 'say that memories are not so')
  decide('archive', 'put memories away that are of no use any more')
  addCommand(program, deps, 'assign', ' <ids...>', 'say who is to review memories')
    .requiredOption('--to <name>', 'a member by id, address or name; me, or nobody')
    .action((ids: string[], _options: DecideOptions, command: Command) =>
      run(isJson(command), async (context) =>
        (await loadReview()).runDecide(context, 'assign', ids, typedOf(command)),
      ),
    )
  addCommand(
    program,
    deps,
    'undo',
    ' [decision]',
    'take back your last decision on memories',
  ).action((decision: string | undefined, _options: object, command: Command) =>
    run(isJson(command), async (context) => (await loadReview()).runUndo(context, decision)),
  )
}

const addSettling = (program: Command, deps: ProgramDeps): void => {
  const { run } = deps
  addCommand(program, deps, 'contradictions', '', 'list memories that contradict each other')
    .option('--project <name>', PROJECT)
    .addOption(new Option('--limit <n>', 'how many, up to 100').argParser(wholeNumber(100)))
    .action((_options: ContradictionsOptions, command: Command) =>
      run(isJson(command), async (context) =>
        (await loadReview()).runContradictions(context, typedOf(command)),
      ),
    )
  addCommand(program, deps, 'settle', ' <keep> <other>', 'say which of two memories holds')
    .option('--both', 'both hold')
    .option('--reason <why>', 'why')
    .action((keep: string, other: string, _options: SettleOptions, command: Command) =>
      run(isJson(command), async (context) =>
        (await loadReview()).runSettle(context, { keep, other }, typedOf(command)),
      ),
    )
}

const loadPolicy = () => import('../commands/memories/policy.command.ts')

const addPolicy = (program: Command, deps: ProgramDeps): void => {
  const { run } = deps
  const policy = addCommand(program, deps, 'policy', '', 'who lets memories become active')
    .helpCommand(false)
    .copyInheritedSettings(program)
    .option('--project <name>', PROJECT)
    .action((_options: PolicyOptions, command: Command) =>
      run(isJson(command), async (context) =>
        (await loadPolicy()).runPolicy(context, typedOf(command)),
      ),
    )
  policy
    .command('set')
    .description('say who does, of the team or a project; for admins, from now on')
    .option('--project <name>', PROJECT)
    .option('--manual', 'a person approves each')
    .option('--confidence <number>', 'by themselves from this confidence on, 0 to 1')
    .option('--origin <origins...>', 'by themselves in the words of human, agent, import')
    .addOption(
      new Option(
        '--unreviewed <on|off>',
        'serve what passed the checks before anybody reviewed it, marked',
      ).choices(['on', 'off']),
    )
    .action((_options: PolicySetOptions, command: Command) =>
      run(isJson(command), async (context) =>
        (await loadPolicy()).runPolicySet(context, typedOf(command)),
      ),
    )
  policy
    .command('unreviewed')
    .description('let drafts that pass the checks be served as unreviewed; for admins')
    .option('--project <name>', PROJECT)
    .option('--back', 'make drafts of what is served unreviewed')
    .action((_options: UnreviewedOptions, command: Command) =>
      run(isJson(command), async (context) =>
        (await loadPolicy()).runPolicyUnreviewed(context, typedOf(command)),
      ),
    )
  policy
    .command('remove')
    .description('take away what is set for a project, or for the team; for admins')
    .option('--project <name>', PROJECT)
    .action((_options: PolicyOptions, command: Command) =>
      run(isJson(command), async (context) =>
        (await loadPolicy()).runPolicyRemove(context, typedOf(command)),
      ),
    )
}
