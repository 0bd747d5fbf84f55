import { describe, expect, test } from 'vitest'
import { readPromptText } from './prompt-text.ts'

describe('what a text in a user record is', () => {
  test.each([
    ['Fix the anvil', 'human', 'Fix the anvil'],
    ['  indented, typed', 'human', '  indented, typed'],
    ['<b>bold</b> claims', 'human', '<b>bold</b> claims'],
    [
      '<command-name>/clear</command-name>\n <command-message>clear</command-message>',
      'command',
      '/clear',
    ],
    [
      '<command-message>gsd:x</command-message>\n<command-name>/gsd:x</command-name>\n<command-args>a b</command-args>',
      'command',
      '/gsd:x a b',
    ],
    ['<command-name>test</command-name><command-args></command-args>', 'command', '/test'],
    ['<local-command-stdout>Bye!</local-command-stdout>', 'command', 'Bye!'],
    ['<bash-input>git status</bash-input>', 'command', '! git status'],
    ['<bash-stdout>clean</bash-stdout><bash-stderr></bash-stderr>', 'command', 'clean'],
    ['<local-command-caveat>Caveat: x</local-command-caveat>', 'injected', undefined],
    ['<task-notification>\n<task-id>1</task-id>', 'injected', undefined],
    ['[Request interrupted by user for tool use]', 'injected', undefined],
    ['Caveat: The messages below', 'injected', undefined],
    ['Stop hook feedback:\nno', 'injected', undefined],
    ['This session is being continued from a previous conversation', 'summary', undefined],
    ['<system-reminder>be brief</system-reminder>', 'injected', undefined],
    ['<ide_selection>never closed, so all of it is context', 'injected', undefined],
    ['', 'human', ''],
  ])('%j is %s', (whole, kind, shown) => {
    expect(readPromptText(whole)).toMatchObject({ kind, text: shown ?? whole })
  })

  test('context in front of a typed text is taken off and kept apart', () => {
    expect(
      readPromptText(
        '<system-reminder>a</system-reminder>\n<ide_opened_file>b</ide_opened_file>\n\nWhy?',
      ),
    ).toEqual({
      kind: 'human',
      text: 'Why?',
      stripped: '<system-reminder>a</system-reminder>\n<ide_opened_file>b</ide_opened_file>',
    })
  })

  test('a command behind context is a command still', () => {
    expect(
      readPromptText('<system-reminder>a</system-reminder><command-name>/x</command-name>'),
    ).toMatchObject({ kind: 'command', text: '/x' })
  })
})
