import { type Command, Option } from 'commander'
import type { OnboardOptions, ScoreOptions } from '../commands/projects/knowledge.command.ts'
import type { ProjectSetOptions } from '../commands/projects/projects.command.ts'
import type { ShareOptions } from '../commands/sessions/share.command.ts'
import { addCommand, type Json, type ProgramDeps } from './add-command.ts'
import { wholeNumber } from './whole-number.ts'

const isJson = (command: Command): boolean => command.optsWithGlobals<Json>().json === true
const loadShare = () => import('../commands/sessions/share.command.ts')
const load = () => import('../commands/projects/projects.command.ts')

/** `lore share` and `lore unshare`: one's own sessions, to the team and back. */
export const addSharing = (program: Command, deps: ProgramDeps): void => {
  const says = 'only print what would go along, by kind with titles'
  addCommand(program, deps, 'share', ' <session>', 'let the team read a private session of yours', [
    'lore share ses_01k9x2f0 --dry-run',
    'lore share ses_01k9x2f0',
  ])
    .option('--dry-run', says)
    .action((id: string, options: ShareOptions, command: Command) =>
      deps.run(isJson(command), async (context) =>
        (await loadShare()).runShare(context, id, 'team', options),
      ),
    )
  addCommand(program, deps, 'unshare', ' <session>', 'make a session of yours private again', [
    'lore unshare ses_01k9x2f0',
  ])
    .option('--dry-run', says)
    .action((id: string, options: ShareOptions, command: Command) =>
      deps.run(isJson(command), async (context) =>
        (await loadShare()).runShare(context, id, 'private', options),
      ),
    )
}

/** `lore score` and `lore onboard`: how well a project is known, and what whoever joins it wants to know. */
export const addKnowledge = (program: Command, deps: ProgramDeps): void => {
  const { run } = deps
  const loadKnowledge = () => import('../commands/projects/knowledge.command.ts')
  addCommand(program, deps, 'score', '', 'say how well this project is known, by folder', [
    'lore score',
    'lore score --project acme/harbour --limit 100',
  ])
    .option('--project <name>', 'another project than that of this folder')
    .addOption(new Option('--limit <n>', 'so many folders, up to 200').argParser(wholeNumber(200)))
    .action((_options: ScoreOptions, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<ScoreOptions & Json>()
      return run(json === true, async (context) =>
        (await loadKnowledge()).runScore(context, options),
      )
    })
  addCommand(program, deps, 'onboard', '', 'print a brief for a person who joins this project', [
    'lore onboard',
    'lore onboard --days 90 --budget 4000 > WELCOME.md',
  ])
    .addOption(
      new Option('--days <number>', 'how far back recent work goes (default: 30)').argParser(
        wholeNumber(730, 1),
      ),
    )
    .option('--project <name>', 'another project than that of this folder')
    .addOption(
      new Option('--budget <tokens>', 'at most so long (default: 1500)').argParser(
        wholeNumber(20_000, 200),
      ),
    )
    .action((_options: OnboardOptions, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<OnboardOptions & Json>()
      return run(json === true, async (context) =>
        (await loadKnowledge()).runOnboard(context, options),
      )
    })
}

const PROJECT_EXAMPLES = [
  'lore projects',
  'lore projects show payroll',
  'lore projects set payroll --restrict --visibility private',
  'lore projects grant payroll bo@example.com',
  'lore projects set harbour --worktrees apart',
  'lore projects set harbour --links-from 0.8',
  'lore projects set harbour --share-code',
]

/** `lore projects`: which there are, and who sees them. */
export const addProjects = (program: Command, deps: ProgramDeps): void => {
  const { run } = deps
  const projects = addCommand(
    program,
    deps,
    'projects',
    '',
    'list projects and set who sees them',
    PROJECT_EXAMPLES,
  )
    .helpCommand(false)
    .copyInheritedSettings(program)
  projects
    .command('list', { isDefault: true })
    .description('projects you see, the newest first')
    .action((_options: Json, command: Command) =>
      run(isJson(command), async (context) => (await load()).runProjects(context)),
    )
  projects
    .command('show <project>')
    .description('the settings of a project and its list')
    .action((project: string, _options: Json, command: Command) =>
      run(isJson(command), async (context) => (await load()).runProjectShow(context, project)),
    )
  projects
    .command('set <project>')
    .description('set what new sessions are, who reads it, and which links count; for admins')
    .addOption(new Option('--visibility <who>', 'of new sessions').choices(['team', 'private']))
    .option('--restrict', 'for the members on its list alone')
    .option('--open', 'for the whole team again')
    .addOption(
      new Option('--worktrees <how>', 'each folder a project of its own, or not').choices([
        'apart',
        'together',
      ]),
    )
    .option('--links-from <confidence>', 'show inferred links to commits from here on: 0.5 to 1')
    .option('--share-code', 'send the text of its code and show it to who reads the project')
    .option('--no-share-code', 'keep its code on the machines, and delete what was shared')
    .action((project: string, options: ProjectSetOptions, command: Command) =>
      run(isJson(command), async (context) =>
        (await load()).runProjectSet(context, project, options),
      ),
    )
  projects
    .command('grant <project> <member>')
    .description("put a member on a project's list; for admins")
    .action((project: string, member: string, _options: Json, command: Command) =>
      run(isJson(command), async (context) =>
        (await load()).runProjectGrant(context, project, member),
      ),
    )
  projects
    .command('revoke <project> <member>')
    .description("take a member off a project's list at once; for admins")
    .action((project: string, member: string, _options: Json, command: Command) =>
      run(isJson(command), async (context) =>
        (await load()).runProjectRevoke(context, project, member),
      ),
    )
}
