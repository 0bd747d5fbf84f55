import { FILTER_NAMES, filterFacts } from '@teamlore/shared/filters'
import { Argument, type Command, Option } from 'commander'
import type { ExportOptions } from '../commands/exports/export-options.ts'
import type { ConceptsOptions } from '../commands/search/concepts.command.ts'
import type { ContextOptions } from '../commands/search/context.command.ts'
import { SEARCH_SCOPES, SEARCH_TYPES, TIMELINE_KINDS } from '../commands/search/entry-types.ts'
import type { SearchOptions } from '../commands/search/search.command.ts'
import type { TimelineOptions } from '../commands/search/timeline.command.ts'
import type { SessionsOptions } from '../commands/sessions/sessions.command.ts'
import type { ShowOptions } from '../commands/sessions/show.command.ts'
import { EXPORT_FORMATS, type ExportFormat } from '../export/export.types.ts'
import { addCommand, type Json, type ProgramDeps } from './add-command.ts'
import { wholeNumber } from './whole-number.ts'

/** Commands that read what the server holds. Each is loaded when it is called. */
export const addFinding = (program: Command, deps: ProgramDeps): void => {
  addSessions(program, deps)
  addShow(program, deps)
  addSearch(program, deps)
  addTimeline(program, deps)
  addContext(program, deps)
  addConcepts(program, deps)
  addExport(program, deps)
}

const addSessions = (program: Command, deps: ProgramDeps): void => {
  const { run } = deps
  addPaging(
    addCommand(program, deps, 'sessions', '', 'list sessions, the latest first', [
      'lore sessions --project harbour --since 7d',
      'lore sessions --limit 200 --json',
    ])
      .option('--project <name>', 'of this project: its name, id or remote URL')
      .option('--tool <name>', 'of this coding tool')
      .option('--author <name>', 'of this person')
      .option('--branch <name>', 'on this git branch')
      .addOption(
        new Option(
          '--started-by <who>',
          'by whom they were started; those of programs are left out unless asked for',
        ).choices(['person', 'program', 'anyone']),
      )
      .option('--tag <name>', 'with this tag'),
    { limit: 20, maxLimit: 200 },
  ).action((_options: SessionsOptions, command: Command) => {
    const { json, ...options } = command.optsWithGlobals<SessionsOptions & Json>()
    return run(json === true, async (context) => {
      const { runSessions } = await import('../commands/sessions/sessions.command.ts')
      return runSessions(context, options)
    })
  })
}

const addShow = (program: Command, deps: ProgramDeps): void => {
  const { run } = deps
  addCommand(
    program,
    deps,
    'show',
    ' <id>',
    'show anything that has an id: a session, a message, a finding, a memory, a commit …',
    [
      'lore show ses_01k9x2f0',
      'lore show msg_01k9x2f0aa --json',
      'lore show ses_01k9x2f0 --full | less',
      'lore show msg_01k9x2f0aa --around 3',
      'lore show ses_01k9x2f0 --tree',
    ],
  )
    .option('--full', 'cut nothing')
    .option('--tree', 'a session as a tree: one line a message, its branches, its sub-agents')
    .addOption(
      new Option(
        '--around <n>',
        'of a message: also so many before and after it, up to 20',
      ).argParser(wholeNumber(20)),
    )
    .action((id: string, _options: ShowOptions, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<ShowOptions & Json>()
      return run(json === true, async (context) => {
        const { runShow } = await import('../commands/sessions/show.command.ts')
        return runShow(context, id, options)
      })
    })
}

const addSearch = (program: Command, deps: ProgramDeps): void => {
  const { run } = deps
  const search = addCommand(program, deps, 'search', ' [query...]', 'find what your team knows', [
    'lore search why are readers blocked',
    `lore search '"tide table" -draft type:decision'`,
    'lore search lock --file src/tide.ts --since 3m --limit 5',
    'lore search --project harbour --type observation,summary    # the newest',
    'lore search lock --sessions',
    'lore search why are readers blocked --judge',
  ])
  for (const name of FILTER_NAMES) {
    const { cli } = filterFacts(name)
    if (cli !== null)
      search.option(
        `--${name} <${cli.value}>`,
        cli.says.replace('{types}', SEARCH_TYPES.join(', ')),
      )
  }
  addPaging(
    search
      .addOption(
        new Option('--scope <where>', 'where to look; everywhere by default').choices(
          SEARCH_SCOPES,
        ),
      )
      .option('--as-of <when>', 'what was known then: 2026-05-01, 7d, or a commit as git names it')
      .option('--include-superseded', 'also what something newer took the place of')
      .option('--sessions', 'sessions for results, each with its best hit')
      .option('--ungrouped', 'every hit for itself, and not each session once')
      .option(
        '--judge',
        'has the language model of the team say which of the first ten hits answer',
      )
      .option('--explain', 'why each hit ranks where it does'),
    { limit: 10, maxLimit: 100 },
  ).action((words: string[], _options: SearchOptions, command: Command) => {
    const { json, ...options } = command.optsWithGlobals<SearchOptions & Json>()
    return run(json === true, async (context) => {
      const { runSearch } = await import('../commands/search/search.command.ts')
      return runSearch(context, words, options)
    })
  })
}

const addTimeline = (program: Command, deps: ProgramDeps): void => {
  const { run } = deps
  const side = (name: string) =>
    new Option(`--${name} <n>`, `entries ${name} it, up to 50 (default: 10)`).argParser(
      wholeNumber(50, 0),
    )
  addCommand(program, deps, 'timeline', ' [id]', 'show what happened around something', [
    'lore timeline obs_01k9x2f0',
    'lore timeline --query "tide table lock" --kinds prompt,observation',
    'lore timeline --at 2026-05-01 --project harbour',
  ])
    .option('--at <when>', 'instead of an id: 2026-05-01, a full ISO time, yesterday, 7d')
    .option('--query <words>', 'instead of an id: the best hit of a search')
    .addOption(side('before'))
    .addOption(side('after'))
    .option('--kinds <kinds>', `only these, separated by commas: ${TIMELINE_KINDS.join(', ')}`)
    .addOption(
      new Option('--within <where>', 'where to look; in its project by default').choices([
        'project',
        'session',
        'team',
      ]),
    )
    .option('--project <name>', 'of this project: its name, id or remote URL')
    .addOption(
      new Option('--budget <tokens>', 'most tokens the entries may cost').argParser(
        wholeNumber(50_000, 100),
      ),
    )
    .action((id: string | undefined, _options: TimelineOptions, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<TimelineOptions & Json>()
      return run(json === true, async (context) => {
        const { runTimeline } = await import('../commands/search/timeline.command.ts')
        return runTimeline(context, id, options)
      })
    })
}

const addContext = (program: Command, deps: ProgramDeps): void => {
  const { run } = deps
  addCommand(
    program,
    deps,
    'context',
    ' [question...]',
    'print the brief for the project of this folder, or for what is about to be done in it',
    [
      'lore context',
      'lore context mend the tide table lock',
      'lore context --budget 4000 > brief.md',
      'lore context --last',
    ],
  )
    .option(
      '--project <name>',
      'another project than that of this folder: its name, id or remote URL',
    )
    .option('--all', 'of all projects, not only of this folder')
    .addOption(
      new Option('--budget <tokens>', 'most tokens the brief may cost (default: 1500)').argParser(
        wholeNumber(50_000, 100),
      ),
    )
    .option('--session <id>', 'of a session that goes on: its state comes first')
    .option('--model <name>', 'who reads it: a small model gets a smaller brief')
    .addOption(
      new Option('--share <percent>', 'percent of what that model can read, 2 to 30').argParser(
        wholeNumber(30, 2),
      ),
    )
    .option('--last', 'instead: the brief that the last session here was given by a hook')
    .action((words: string[], _options: ContextOptions, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<ContextOptions & Json>()
      return run(json === true, async (context) => {
        const { runContext } = await import('../commands/search/context.command.ts')
        return runContext(context, words, options)
      })
    })
}

const addConcepts = (program: Command, deps: ProgramDeps): void => {
  const { run } = deps
  addCommand(program, deps, 'concepts', '', 'list what the findings of your team are about', [
    'lore concepts',
    'lore concepts lock --project harbour',
  ])
    .addArgument(new Argument('[prefix]', 'only concepts that begin so'))
    .option('--project <name>', 'of this project: its name, id or remote URL')
    .addOption(
      new Option('--limit <n>', 'how many, up to 500 (default: 30)').argParser(wholeNumber(500)),
    )
    .option('--all', 'also weak ones: of a single finding, numbers, words that every program has')
    .action((prefix: string | undefined, _options: ConceptsOptions, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<ConceptsOptions & Json>()
      return run(json === true, async (context) => {
        const { runConcepts } = await import('../commands/search/concepts.command.ts')
        return runConcepts(context, prefix, options)
      })
    })
}

const addExport = (program: Command, deps: ProgramDeps): void => {
  const { run } = deps
  addCommand(
    program,
    deps,
    'export',
    '',
    'write sessions as Markdown, JSON or HTML, commits as Agent Traces',
    [
      'lore export ses_01k9x2f0 > session.md',
      'lore export ses_01k9x2f0 --out session.html',
      'lore export --project harbour --format json --out backup/',
    ],
  )
    .addArgument(new Argument('[ids...]', 'of sessions; with agent-trace commits, HEAD by default'))
    .option('--project <name>', 'all sessions of this project: its name, id or remote URL')
    .addOption(
      new Option('--format <format>', 'as what; by the ending of --out, else markdown').choices([
        ...EXPORT_FORMATS,
        'agent-trace',
      ]),
    )
    .option(
      '--mine',
      'all sessions of yours in both forms, and memories that you wrote: --out FOLDER',
    )
    .option('--out <path>', 'a file, or a folder for a file each; stdout by default')
    .option('--force', 'replace files that are there already')
    .action((ids: string[], _options: object, command: Command) => {
      const { json, format, ...options } = command.optsWithGlobals<
        Omit<ExportOptions, 'format'> & Json & { format?: ExportFormat | 'agent-trace' }
      >()
      return run(json === true, async (context) => {
        if (format === 'agent-trace') {
          const { runExportTraces } = await import('../commands/exports/export-traces.ts')
          return runExportTraces(context, ids, options)
        }
        const { runExport } = await import('../commands/exports/export.command.ts')
        return runExport(context, ids, { ...options, format })
      })
    })
}

const addPaging = (
  command: Command,
  { limit, maxLimit }: { limit: number; maxLimit: number },
): Command =>
  command
    .option('--since <when>', 'not before: 2026-05-01, 12h, 7d, 2w, 3m, today')
    .option('--until <when>', 'not after; a day counts whole')
    .addOption(
      new Option('--limit <n>', `how many, up to ${maxLimit} (default: ${limit})`).argParser(
        wholeNumber(maxLimit),
      ),
    )
    .option('--more', 'what follows the last answer on this machine')
    .option('--cursor <cursor>', 'for scripts: go on where an answer ended, as --json names it')
