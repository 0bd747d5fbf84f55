import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { COMMANDS as commands } from './commands.ts'
import { buildProgram } from './program.ts'

const DOCS = join(import.meta.dirname, '../../../../docs')
const read = (file: string): string => readFileSync(join(DOCS, file), 'utf8')

const program = buildProgram({
  version: '0.0.0',
  commands,
  run: () => Promise.resolve(),
  write: () => undefined,
  onWrongUsage: () => undefined,
  helpWidth: undefined,
})
const names = program.commands.map((command) => command.name()).filter((name) => name !== 'help')

/** `lore book ingest` with those beneath it. */
const allOf = (command: Command, name: string): [name: string, command: Command][] => [
  [name, command],
  ...command.commands.flatMap((one) => allOf(one, `${name} ${one.name()}`)),
]
const everyCommand = program.commands
  .filter((command) => command.name() !== 'help')
  .flatMap((command) => allOf(command, `lore ${command.name()}`))

const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/\s/g, '-')

const headingsOf = (text: string): string[] =>
  [...text.matchAll(/^#{1,3} (.*)$/gm)].map(([, heading = '']) => slugOf(heading))

describe('the docs of the command', () => {
  test.each(names)('name lore %s in their table, with a link that leads somewhere', (name) => {
    const [table = ''] = read('cli.md').split('\n## ')
    const row = table
      .split('\n')
      .find((line) => line.startsWith('| ') && new RegExp(`\`(?:lore )?${name}[\` ]`).test(line))
    expect(row).toBeDefined()
    const [file = '', section] = /\]\(([^)]*)\)/.exec(row ?? '')?.[1]?.split('#') ?? []
    if (section !== undefined)
      expect(headingsOf(read(file === '' ? 'cli.md' : file))).toContain(section)
  })

  test.each(everyCommand)('list every option of %s', (name, command) => {
    const [, part = ''] = read('commands.md').split(`\n### ${name}\n`)
    const [own = ''] = part.split('\n### ')
    for (const { long } of command.options) expect(own).toContain(`${long}`)
    expect(own).toContain(`\`${name}`)
  })
})
