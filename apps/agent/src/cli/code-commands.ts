import { GATES, REPORT_FORMATS } from '@teamlore/bots/gates'
import { Argument, type Command, Option } from 'commander'
import type { CiOptions } from '../commands/code/ci.command.ts'
import type { GraphAction, GraphOptions } from '../commands/code/graph.command.ts'
import type { WhyOptions } from '../commands/code/why.command.ts'
import { addCommand, type Json, type ProgramDeps } from './add-command.ts'
import { wholeNumber } from './whole-number.ts'

/** Commands about code. */
export const addCode = (program: Command, deps: ProgramDeps): void => {
  addWhy(program, deps)
  addCi(program, deps)
  addGraph(program, deps)
}

const addGraph = (program: Command, deps: ProgramDeps): void => {
  const { commands, run } = deps
  addCommand(program, deps, 'graph', '', 'show the team which files of a repository import which', [
    'lore graph build',
    'lore graph show src/tide.ts',
    'lore graph watch',
    'lore graph status',
  ])
    .addArgument(
      new Argument('<action>', 'what to do').choices([
        'build',
        'watch',
        'status',
        'show',
      ] satisfies GraphAction[]),
    )
    .argument('[file]', 'of `show`: the file to show')
    .option('--full', 'send all of it, whatever the server has')
    .option('--dry-run', 'say what there is, send nothing')
    .action(
      (action: GraphAction, file: string | undefined, _options: GraphOptions, command: Command) => {
        const { json, ...options } = command.optsWithGlobals<GraphOptions & Json>()
        return run(json === true, (context) => commands.graph(context, action, file, options))
      },
    )
}

const addWhy = (program: Command, deps: ProgramDeps): void => {
  const { commands, run } = deps
  addCommand(program, deps, 'why', '', 'say what the team knows of a file or a line, best first', [
    'lore why src/tide.ts',
    'lore why src/tide.ts:40 --budget 800',
    'lore why src/tide.ts:40-52',
    'lore why --diff main --format xml',
    'lore why src/tide.ts:40 --as-of v2.3.0',
  ])
    .argument('[file]', 'a file, or lines of it: src/x.ts:12, src/x.ts:12-20')
    .option('--diff <ref>', 'instead: of all files that differ from this branch or commit')
    .option('--about <words>', 'what you are about to do: warns of what was tried and given up')
    .option(
      '--as-of <when>',
      'what held then, the code and lorebooks as they were: 2026-05-01, 7d, or a commit as git names it',
    )
    .option('--project <name>', 'another project than that of this folder')
    .addOption(
      new Option('--budget <tokens>', 'most tokens of the answer (default: 1500)').argParser(
        wholeNumber(50_000, 200),
      ),
    )
    .addOption(new Option('--format <name>', 'of the answer').choices(['markdown', 'xml', 'json']))
    .action((file: string | undefined, _options: WhyOptions, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<WhyOptions & Json>()
      return run(json === true, (context) => commands.why(context, file, options))
    })
}

const addCi = (program: Command, deps: ProgramDeps): void => {
  const { commands, run } = deps
  addCommand(program, deps, 'ci', '', 'report what the team knows of the change of this branch', [
    'lore ci --base origin/main',
    'lore ci --base origin/main --format sarif > lore.sarif',
    'lore ci --base origin/main --fail-on tried invariant',
  ])
    .option('--base <ref>', 'what it is to be merged into (default: origin/HEAD)')
    .option('--project <name>', 'another project than that of this folder')
    .addOption(
      new Option('--format <name>', 'of the report (default: markdown)').choices(REPORT_FORMATS),
    )
    .addOption(
      new Option('--fail-on <what...>', 'end with 1 where an item is one of these').choices(GATES),
    )
    .option('--public', 'for readers outside of the team: no names of people or sessions')
    .action((_options: CiOptions, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<CiOptions & Json>()
      return run(json === true, (context) => commands.ci(context, options))
    })
}
