import { type Command, Option } from 'commander'
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
import { typedOf } from './typed-of.ts'
import { wholeNumber } from './whole-number.ts'

const PROJECT = 'of this project: its name, id or remote URL'

/** Commands by which people decide about memories. Each is loaded when it is called. */
export const addReviewing = (program: Command, deps: ProgramDeps): void => {
  addReview(program, deps)
  addSettling(program, deps)
  addPolicy(program, deps)
}

const isJson = (command: Command): boolean => command.optsWithGlobals<Json>().json === true
const loadReview = () => import('../commands/memories/review.command.ts')

const addReview = (program: Command, deps: ProgramDeps): void => {
  const { run } = deps
  addCommand(program, deps, 'drafts', '', 'list the memories that wait for a person', [
    'lore drafts',
    'lore drafts --batch',
    `lore drafts --json | jq -r '.items[].id'`,
  ])
    .option('--project <name>', PROJECT)
    .option('--assignee <name>', 'that this member is to review; me for yourself')
    .option('--batch', 'what you are asked to review this week, the most valuable first')
    .addOption(new Option('--limit <n>', 'how many, up to 100').argParser(wholeNumber(100)))
    .action((_options: DraftsOptions, command: Command) =>
      run(isJson(command), async (context) =>
        (await loadReview()).runDrafts(context, typedOf(command)),
      ),
    )
  const decide = (decision: 'approve' | 'reject' | 'archive', says: string, example: string) =>
    addCommand(program, deps, decision, ' <ids...>', says, [example])
      .option('--reason <why>', 'why')
      .action((ids: string[], _options: DecideOptions, command: Command) =>
        run(isJson(command), async (context) =>
          (await loadReview()).runDecide(context, decision, ids, typedOf(command)),
        ),
      )
  decide(
    'approve',
    'let memories hold for the whole team',
    'lore approve mem_01k9x2f0 mem_01k9x2f1',
  )
  decide(
    'reject',
    'say that memories are not so',
    'lore reject mem_01k9x2f0 --reason "was only tried"',
  )
  decide(
    'archive',
    'put memories away that are of no use any more',
    'lore archive mem_01k9x2f0 --reason "the service is gone"',
  )
  addCommand(program, deps, 'assign', ' <ids...>', 'say who is to review memories', [
    'lore assign mem_01k9x2f0 --to bo@example.com',
    'lore assign mem_01k9x2f0 --to nobody',
  ])
    .requiredOption('--to <name>', 'a member by id, address or name; me, or nobody')
    .action((ids: string[], _options: DecideOptions, command: Command) =>
      run(isJson(command), async (context) =>
        (await loadReview()).runDecide(context, 'assign', ids, typedOf(command)),
      ),
    )
  addCommand(program, deps, 'undo', ' [decision]', 'take back your last decision on memories', [
    'lore undo',
  ]).action((decision: string | undefined, _options: object, command: Command) =>
    run(isJson(command), async (context) => (await loadReview()).runUndo(context, decision)),
  )
}

const addSettling = (program: Command, deps: ProgramDeps): void => {
  const { run } = deps
  addCommand(program, deps, 'contradictions', '', 'list memories that contradict each other', [
    'lore contradictions --project harbour',
  ])
    .option('--project <name>', PROJECT)
    .addOption(new Option('--limit <n>', 'how many, up to 100').argParser(wholeNumber(100)))
    .action((_options: ContradictionsOptions, command: Command) =>
      run(isJson(command), async (context) =>
        (await loadReview()).runContradictions(context, typedOf(command)),
      ),
    )
  addCommand(program, deps, 'settle', ' <keep> <other>', 'say which of two memories holds', [
    'lore settle mem_01k9x2f0 mem_01k9x2f1 --reason "seen in production"',
    'lore settle mem_01k9x2f0 mem_01k9x2f1 --both',
  ])
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
  const policy = addCommand(program, deps, 'policy', '', 'who lets memories become active', [
    'lore policy --project harbour',
    'lore policy set --confidence 0.7',
    'lore policy set --project harbour --manual',
    'lore policy remove --project harbour',
  ])
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
