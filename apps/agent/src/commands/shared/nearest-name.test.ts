import { TOOL_NAMES } from '@teamlore/sources/tool-names'
import { describe, expect, test } from 'vitest'
import { nearestName } from './nearest-name.ts'

describe('the nearest name', () => {
  test.each([
    ['cursr', 'cursor'],
    ['ocdex', 'codex'],
    ['claude', 'claude-code'],
    ['Gemini', 'gemini-cli'],
    ['claudecode', 'claude-code'],
    ['copilot-cli2', 'copilot-cli'],
    ['windsrf', 'windsurf'],
  ])('of %s is %s', (typed, expected) => {
    expect(nearestName(typed, TOOL_NAMES)).toBe(expected)
  })

  test.each(['emacs', '', 'x', 'visual-studio'])('of "%s" there is none', (typed) => {
    expect(nearestName(typed, TOOL_NAMES)).toBeUndefined()
  })
})
