import { COMMANDS as commands } from '../../apps/agent/src/cli/commands.ts'
import { buildProgram } from '../../apps/agent/src/cli/program.ts'

type Command = ReturnType<typeof buildProgram>

const program = buildProgram({
  version: '',
  commands,
  run: () => Promise.resolve(),
  write: () => undefined,
  onWrongUsage: () => undefined,
  helpWidth: undefined,
})

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')

/** `book ingest` with what stands above it. */
const allOf = (command: Command, above: string): [name: string, command: Command][] => {
  const name = `${above} ${command.name()}`
  return [[name, command], ...command.commands.flatMap((one) => allOf(one, name))]
}

const choicesOf = ({ argChoices }: { argChoices?: readonly string[] | undefined }): string =>
  argChoices === undefined ? '' : `: ${argChoices.map((one) => `\`${one}\``).join(', ')}`

const usageOf = (name: string, command: Command): string => {
  const words = command.registeredArguments.map((argument) => {
    const inner = `${argument.name()}${argument.variadic ? '…' : ''}`
    return argument.required ? `<${inner}>` : `[${inner}]`
  })
  return [name, ...words].join(' ')
}

const linesOf = ([name, command]: [string, Command]): string[] => {
  const options = command.options.filter(({ hidden }) => !hidden)
  return [
    '',
    `### ${name}`,
    '',
    `\`${usageOf(name, command)}\`: ${cell(command.description())}.`,
    ...(options.length === 0
      ? []
      : [
          '',
          '| option | what it does |',
          '|---|---|',
          ...options.map(
            (option) => `| \`${option.flags}\` | ${cell(option.description)}${choicesOf(option)} |`,
          ),
        ]),
  ]
}

/** Every command with every option, as the command line itself has them. */
export const commandDocs = (): string =>
  `${[
    '# Every command and option of `lore`',
    '',
    'Made from the command line itself by `npm run generate`; do not edit by hand. How the commands are used stands in [cli.md](cli.md).',
    'Each takes `--json` and `--help` besides.',
    ...program.commands
      .filter((command) => command.name() !== 'help')
      .flatMap((command) => allOf(command, 'lore'))
      .flatMap(linesOf),
  ].join('\n')}\n`
