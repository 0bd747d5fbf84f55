import { type Command, Option } from 'commander'
import type { BlameOptions } from '../commands/code/blame.command.ts'
import type { InsightsOptions } from '../commands/commits/insights.command.ts'
import type { LinkOptions } from '../commands/commits/link.command.ts'
import type { StaleOptions } from '../commands/memories/stale.command.ts'
import { addCommand, type Json, type ProgramDeps } from './add-command.ts'
import { wholeNumber } from './whole-number.ts'

/** Commands between sessions and git. Each is loaded when it is called. */
export const addCommits = (program: Command, deps: ProgramDeps): void => {
  addLinking(program, deps)
  addAsking(program, deps)
  addFigures(program, deps)
}

const addLinking = (program: Command, deps: ProgramDeps): void => {
  const { run } = deps
  const target = (command: Command): Command =>
    command
      .option('--commit <ref>', 'a commit as git names it; HEAD by default')
      .option('--branch <name>', 'a branch instead')
      .option('--remote <url>', 'a pull request or issue instead, by its address')
      .option('--dry-run', 'say what would be done, do nothing')
  target(
    addCommand(program, deps, 'link', ' [session]', 'say that a session belongs to a commit', [
      'lore link ses_01k9x2f0 --commit HEAD',
      'lore link --backfill --since 3m',
      'lore link ses_01k9x2f0 --remote https://github.com/acme/anvil/pull/7 --dry-run',
    ]),
  )
    .option(
      '--backfill',
      'send the commits of this repository, so that they are linked by themselves',
    )
    .option(
      '--since <when>',
      'with --backfill: only commits after this: 2026-05-01, 12h, 7d, 2w, 3m',
    )
    .action((session: string | undefined, _options: LinkOptions, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<LinkOptions & Json>()
      return run(json === true, async (context) => {
        const { runLink } = await import('../commands/commits/link.command.ts')
        return runLink(context, session, options)
      })
    })
  target(
    addCommand(program, deps, 'unlink', ' <session>', 'remove a link permanently', [
      'lore unlink ses_01k9x2f0 --commit 1a2b3c4',
    ]),
  ).action((session: string, _options: LinkOptions, command: Command) => {
    const { json, ...options } = command.optsWithGlobals<LinkOptions & Json>()
    return run(json === true, async (context) => {
      const { runUnlink } = await import('../commands/commits/link.command.ts')
      return runUnlink(context, session, options)
    })
  })
}

const addAsking = (program: Command, deps: ProgramDeps): void => {
  const { run } = deps
  addCommand(program, deps, 'links', ' [id]', 'list what is linked to a commit or a session', [
    'lore links',
    'lore links main~3',
    'lore links ses_01k9x2f0',
  ]).action((named: string | undefined, _options: object, command: Command) =>
    run(command.optsWithGlobals<Json>().json === true, async (context) => {
      const { runLinks } = await import('../commands/commits/link.command.ts')
      return runLinks(context, named)
    }),
  )
  addCommand(
    program,
    deps,
    'blame',
    ' <place>',
    'say who wrote lines: FILE, FILE:LINE or FILE:LINE-LINE',
    ['lore blame src/upload.ts:12-20', 'lore blame src/upload.ts --markdown'],
  )
    .option('--markdown', 'print Markdown')
    .action((place: string, _options: BlameOptions, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<BlameOptions & Json>()
      return run(json === true, async (context) => {
        const { runBlame } = await import('../commands/code/blame.command.ts')
        return runBlame(context, place, options)
      })
    })
  addCommand(program, deps, 'current', '', 'name the session that is at work in this folder', [
    'lore current',
    'lore current --json',
  ]).action((_options: object, command: Command) =>
    run(command.optsWithGlobals<Json>().json === true, async (context) => {
      const { runCurrent } = await import('../commands/commits/link.command.ts')
      return runCurrent(context)
    }),
  )
}

const addFigures = (program: Command, deps: ProgramDeps): void => {
  const { run } = deps
  addCommand(program, deps, 'stale', '', 'list memories whose code has changed or is gone', [
    'lore stale',
    'lore stale --mine --all',
    'lore stale --state broken',
  ])
    .option('--mine', 'only those that you wrote')
    .option('--all', 'of all projects, not only of this folder')
    .option('--project <name>', 'another project than that of this folder')
    .addOption(new Option('--state <name>', 'only these').choices(['dirty', 'broken', 'unknown']))
    .action((_options: StaleOptions, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<StaleOptions & Json>()
      return run(json === true, async (context) => {
        const { runStale } = await import('../commands/memories/stale.command.ts')
        return runStale(context, options)
      })
    })
  addCommand(
    program,
    deps,
    'insights',
    '',
    'say what sessions and people wrote, and what is left of it',
    ['lore insights', 'lore insights --days 30 --all'],
  )
    .addOption(
      new Option('--days <number>', 'how far back to look (default: 120)').argParser(
        wholeNumber(730, 1),
      ),
    )
    .option('--all', 'of all projects, not only of this folder')
    .option('--project <name>', 'another project than that of this folder')
    .action((_options: InsightsOptions, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<InsightsOptions & Json>()
      return run(json === true, async (context) => {
        const { runInsights } = await import('../commands/commits/insights.command.ts')
        return runInsights(context, options)
      })
    })
}
