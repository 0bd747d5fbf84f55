import fc from 'fast-check'
import { parse } from 'jsonc-parser'
import { parse as parseToml } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import { changesShown } from '../changes-shown.ts'
import { jsonEdit } from './json-edit.ts'
import { scriptEdit } from './script-edit.ts'
import { serverIn, tomlEdit } from './toml-edit.ts'
import { hookItem, mcpEntry } from './tool-plan.ts'

const HOOK = { hooks: [{ type: 'command', command: '/opt/teamlore-hook start' }] }
const BRIDGE = { command: 'node', args: ['/opt/lore.mjs', 'mcp'] }
const settings = jsonEdit({
  path: '/home/ana/settings.json',
  entries: [
    hookItem(['hooks', 'SessionStart'], HOOK),
    mcpEntry(['mcpServers', 'teamlore'], BRIDGE),
  ],
})

describe('entries in a JSON file', () => {
  test.each([
    ['comments, and a comma at the end', '{\n  // mine\n  "a": 1, // one\n}\n'],
    ['a comment behind the last value', '{\n  "a": 1 // one\n  /* end */\n}\n'],
    ['hooks of others', '{\n\t"hooks": {\n\t\t"SessionStart": [\n\t\t\t{ "x": 1 },\n\t\t]\n\t}\n}'],
    ['other servers', '{\r\n    "mcpServers": {\r\n        "b": {}\r\n    }\r\n}\r\n'],
    ['a comment and nothing else', '{\n  // nothing yet\n}\n'],
    ['a mark of byte order', '\ufeff{\r\n  "a": 1\r\n}\r\n'],
  ])('go in and come out again byte for byte: %s', (_, text) => {
    const whole = settings.add(text)
    const value = parse(whole.replace(/^\ufeff/, ''))
    expect(value.hooks.SessionStart.at(-1)).toEqual(HOOK)
    expect(value.mcpServers.teamlore).toEqual(BRIDGE)
    for (const comment of text.match(/\/\/.*|\/\*.*\*\//g) ?? []) expect(whole).toContain(comment)
    expect(settings.add(whole)).toBe(whole)
    expect(settings.remove(whole, text)).toBe(text)
  })

  test('whatever the file holds, it holds the same beside them and again after them', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(4), (value, indent) => {
        fc.pre(!/hooks|mcpServers|__proto__/.test(JSON.stringify(value)))
        const text = JSON.stringify(value, null, indent)
        const whole = settings.add(text)
        expect(parse(whole)).toMatchObject(parse(text))
        expect(parse(settings.remove(whole, text) ?? '')).toEqual(parse(text))
      }),
    )
  })

  test('what somebody wrote meanwhile stays when they come out', () => {
    const whole = settings
      .add('{}')
      .replace('"SessionStart": [', '"Stop": [{ "mine": 1 }], "SessionStart": [')
    expect(parse(settings.remove(whole, '{}') ?? '')).toEqual({ hooks: { Stop: [{ mine: 1 }] } })
  })

  test('of another version are renewed in place, and doubled ones become one', () => {
    const old = { hooks: [{ command: '/old/teamlore-hook start' }] }
    const before = JSON.stringify({ hooks: { SessionStart: [old, { mine: 1 }, old] } })
    expect(parse(settings.add(before)).hooks.SessionStart).toEqual([HOOK, { mine: 1 }])
  })

  test('a server of that name that was set up by hand stays as it is', () => {
    const own = '{ "mcpServers": { "teamlore": { "url": "https://lore.example.com/mcp" } } }'
    const whole = settings.add(own)
    expect(parse(whole).mcpServers.teamlore).toEqual({ url: 'https://lore.example.com/mcp' })
    expect(parse(settings.remove(whole, own) ?? '').mcpServers.teamlore).toBeDefined()
  })

  test.each([
    ['{ "hooks": ', 'is not the JSON it should be'],
    ['[]', 'does not hold a JSON object'],
    ['{ "hooks": [] }', 'has no object at hooks'],
    ['{ "hooks": { "SessionStart": {} } }', 'has no array at hooks.SessionStart'],
  ])('a file that cannot be understood is refused: %s', (text, why) => {
    expect(() => settings.add(text)).toThrow(why)
  })

  test('a file that is missing or empty is made, and goes with them', () => {
    for (const text of [undefined, '', '\n']) {
      const whole = settings.add(text)
      expect(parse(whole).hooks.SessionStart).toEqual([HOOK])
      expect(settings.remove(whole, undefined)).toBeUndefined()
    }
  })
})

describe('tables in a TOML file', () => {
  const config = tomlEdit({
    path: '/home/ana/config.toml',
    tables: '[mcp_servers.teamlore]\ncommand = "lore"',
    otherIn: serverIn('teamlore'),
  })

  test.each([
    '',
    '# mine\nmodel = "x"\n',
    'model = "x"',
    '[a]\r\nb = 1 # one\r\n',
    '\ufeffa = 1\n',
  ])('go in and come out again: %j', (text) => {
    const whole = config.add(text)
    expect(parseToml(whole.replace(/^\ufeff/, ''))).toMatchObject({
      mcp_servers: { teamlore: { command: 'lore' } },
    })
    expect(config.add(whole)).toBe(whole)
    expect(config.remove(whole, text)).toBe(text)
  })

  test('tables that came behind them stay', () => {
    const whole = `${config.add('a = 1\n')}[b]\nc = 2\n`
    expect(parseToml(config.remove(whole, 'a = 1\n') ?? '')).toEqual({ a: 1, b: { c: 2 } })
  })

  test('a server that was set up by hand, and a file that is no TOML, stay as they are', () => {
    const own = '[mcp_servers.teamlore]\nurl = "https://lore.example.com/mcp"\n'
    expect(config.add(own)).toBe(own)
    expect(() => config.add('a = = 1')).toThrow('is not the TOML it should be')
    expect(() => config.add('mcp_servers = {}\n')).toThrow('is not the TOML it should be')
  })
})

describe('lines in a shell script', () => {
  const hook = scriptEdit({
    path: '/r/.git/hooks/post-commit',
    lines: ['lore-line', 'END'],
    call: 'lore-call',
  })

  test.each(['#!/bin/sh\nexit 0\n', '#!/usr/bin/env bash\nset -e\nrun', 'echo no shebang\n'])(
    'stand before what may end it, and come out again: %j',
    (text) => {
      const whole = hook.add(text)
      expect(whole.indexOf('lore-line')).toBeLessThan(whole.indexOf(text.slice(-4)))
      expect(whole.split('\n')[0]).toBe(
        text.startsWith('#!') ? text.split('\n')[0] : '# teamlore: begin (lore hooks install)',
      )
      expect(hook.add(whole)).toBe(whole)
      expect(hook.remove(whole, text)).toBe(text)
    },
  )

  test('a program that is no shell script is refused, with what to call from it', () => {
    expect(() => hook.add('#!/usr/bin/env python3\n')).toThrow(
      expect.objectContaining({
        message: expect.stringContaining('is not a shell script'),
        hint: expect.stringMatching(/: lore-call$/),
      }),
    )
    expect(() => hook.add('\0ELF')).toThrow('is not a shell script')
  })
})

test('a diff shows what changed with a little around it', () => {
  const signs = (a: string, b: string) =>
    changesShown(a, b).map(({ sign, text }) => `${sign}${text}`)
  expect(signs('a\nb\nc\nd\ne\nf\n', 'a\nb\nc\nd\nX\ne\nf\n')).toEqual([
    ' c',
    ' d',
    '+X',
    ' e',
    ' f',
  ])
  expect(signs('a\nb\n', 'a\nc\n')).toEqual([' a', '-b', '+c'])
  expect(signs('', 'a\n')).toEqual(['+a'])
  expect(signs('same\n', 'same\n')).toEqual([])
})
