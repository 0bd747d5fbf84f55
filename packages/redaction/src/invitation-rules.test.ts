import { describe, expect, test } from 'vitest'
import { redactSecrets } from './redact-secrets.ts'

const CODE = 'q7Rk2_xVt0bZ9mWc4Hs-E1uJy8LfN3aGdP6oTi5KwXe'

describe('the code of an invitation', () => {
  test.each([
    'npx https://lore.example.org/agent.tgz join §',
    'lore join --server https://lore.example.org §',
    'lore join --json "§"',
    "spawn('lore', ['join', '§'])",
    '{"command":"lore join \\"§\\""}',
    'Ana sent me an invitation: §',
    'The invite code for the new machine is §.',
    'Einladungscode: §',
  ])('goes from %s', (text) => {
    expect(redactSecrets(text.replace('§', CODE)).text).toBe(
      text.replace('§', '[REDACTED:invitation]'),
    )
  })

  test.each([
    'lore join CODE',
    'lore join <code>',
    `path.join ${CODE.slice(0, 20)}`,
    `The hash of the invitation is ${CODE}`,
    'join inv_01k9zq7p3hfm2s8r4t6v8w0x2y on the page of people',
    'SELECT * FROM teams JOIN people_of_a_team_that_has_a_long_long_name',
  ])('is not seen in %s', (text) => {
    expect(redactSecrets(text).text).toBe(text)
  })
})
