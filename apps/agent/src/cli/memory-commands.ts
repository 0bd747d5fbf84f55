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
import { addCommand, type Json, type ProgramDeps } from './add-command.ts'
import { typedOf } from './typed-of.ts'
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
}

const kindOption = (): Option => new Option('--kind <kind>', 'of this kind').choices(MEMORY_KINDS)

const isJson = (command: Command): boolean => command.optsWithGlobals<Json>().json === true
const load = () => import('../commands/memories/memories.command.ts')
const addRemember = (program: Command, deps: ProgramDeps): void => {
  const { run } = deps
  addCommand(program, deps, 'remember', '', 'say that something is so, for the whole team', [
    'lore remember "Uploads go through the queue, never straight to the bucket." --kind invariant',
    'lore remember "Videos are cut at 20 MB." --rests-on mem_01k9x2f0',
    'lore remember "The limit is 20 MB." --supersedes mem_01k9x2f0 --reason "too many retries"',
    'lore remember "Berth 0 is a test berth." --file src/berth.ts:12-20 --evidence msg_01k9x2f0aa',
  ])
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
  addCommand(program, deps, 'handover', '', 'hand over what a session found, with its words', [
    'lore handover "The tide table is read under a lock." --quote "the table must be locked while it is read"',
    'lore handover --from findings.json --session 5f0c --dry-run',
    `echo '{"findings":[{"kind":"gotcha","title":"Berth 0 is a test berth.","evidence":[{"quote":"berth 0 is only for tests"}]}]}' | lore handover`,
  ])
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
    ['lore mine --dry-run', 'lore mine', 'lore drafts'],
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
  addCommand(program, deps, 'memories', '', 'list what the team holds to be so', [
    'lore memories --project harbour',
    'lore memories --file src/tide.ts --kind gotcha',
    'lore memories --as-of v2.3.0',
  ])
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
  addCommand(program, deps, 'memory', ' <id>', 'show a memory, or say how it stands', [
    'lore memory mem_01k9x2f0',
    'lore memory mem_01k9x2f0 --history --as-of 2026-03-01',
    'lore memory mem_01k9x2f0 --stale "the queue is gone since last week"',
  ])
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
  addCommand(program, deps, 'log', '', 'say what became of memories, the newest first', [
    'lore log',
    'lore log --from 2w --event replaced',
    'lore log --from v2.3.0 --all',
  ])
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
  addCommand(program, deps, 'diff', '', 'say what is held otherwise than it was at another time', [
    'lore diff',
    'lore diff 2026-05-01',
    'lore diff v2.3.0 v2.4.0 --all',
  ])
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
  addCommand(program, deps, 'used', '', 'say which memories agents and people were given', [
    'lore used',
    'lore used --unread --days 90',
    'lore used --all',
  ])
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
