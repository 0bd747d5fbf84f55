import { homedir } from 'node:os'
import { join } from 'node:path'
import type { ReadSession } from '@teamlore/sources/source'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leaveOut } from './leave-out.ts'
import { parseProjectIgnore } from './project-ignore.ts'

const root = join(homedir(), 'work', 'app')

const captured = (command: string): string => {
  const blocks = [
    { type: 'tool_call', id: 'c1', name: 'Bash', input: { command } },
    { type: 'tool_result', tool_call_id: 'c1', text: 'hush-hush', is_error: false },
  ]
  const session = { cwd: root, messages: [{ key: 'm', cwd: root, blocks }], edits: [] }
  const ignore = parseProjectIgnore('/secret/**\n*.crt\n')
  return JSON.stringify(leaveOut(session as unknown as ReadSession, { ignore, root }).session)
}

/** Names that no list has, and some of those that a list would surely lack one of. */
const program = fc.oneof(
  fc.stringMatching(/^[a-z]{3,9}_[a-z0-9]{1,6}$/),
  fc.stringMatching(/^\.\/[a-z]{1,6}\.sh$/),
  fc.constantFrom('cat', 'tac', 'od', 'xxd', 'base64', 'strings', 'python3', 'docker', 'ssh'),
  fc.constantFrom('Get-Content', 'gc', 'type', 'git', 'kubectl', 'npm', 'make', 'cargo', 'open'),
  fc.constantFrom('./ls', 'tools/rm', 'sudo cat', 'sudo -u ana cat', 'timeout 5 cat', 'A=1 cat'),
)
const word = fc.constantFrom('-v', '--all', 'x', 'src/a.ts', '-n 5', '"two words"', "'a'", '--')
const file = fc.constantFrom(
  ...['.env', 'deploy/.env.local', 'server.key', 'tls/id_rsa', '.npmrc', 'a b/prod.env'],
  ...['secret/a.txt', 'secret/deep er/a.txt', 'tls/server.crt'],
)
const place = fc.constantFrom('', './', '../app/', '../../work/app/', `${root}/`, '~/work/app/')

/** Ways to write a path. */
const written = fc
  .record({
    path: fc.tuple(place, file).map(([before, name]) => before + name),
    quote: fc.constantFrom('', '"', "'", 'half'),
    option: fc.constantFrom('', 'FILE=', '--opt=', 'HEAD:', '<', '< ', '@'),
  })
  .map(({ path, quote, option }) => {
    // What stands in quotes is not a home folder to a shell, but is to many who read it.
    if (quote === '') return option + path.replaceAll(' ', '\\ ')
    if (quote === 'half')
      return `${option}${path.slice(0, -2).replaceAll(' ', '\\ ')}"${path.slice(-2)}"`
    return option + quote + path + quote
  })

test('whatever program a file that is not captured is named to, its result is left out', () => {
  fc.assert(
    fc.property(
      fc.record({ program, before: fc.array(word, { maxLength: 3 }), written }),
      fc.array(word, { maxLength: 2 }),
      (named, after) => {
        const command = [named.program, ...named.before, named.written, ...after].join(' ')
        expect(captured(command), command).not.toContain('hush-hush')
        const quoted = command.replace(/["\\$`]/g, '\\$&')
        expect(captured(`bash -c "${quoted}"`), quoted).not.toContain('hush-hush')
      },
    ),
    { numRuns: 300 },
  )
})

test('and a file beside it leaves nothing out', () => {
  fc.assert(
    fc.property(
      fc.record({ program, before: fc.array(word, { maxLength: 3 }), place }),
      fc.constantFrom('.env.example', 'secrets/a.txt', 'server.key.md', 'id_rsa.pub', 'a.crt.ts'),
      ({ program: name, before, place: folder }, beside) => {
        expect(captured([name, ...before, folder + beside].join(' '))).toContain('hush-hush')
      },
    ),
    { numRuns: 100 },
  )
})
