import { describe, expect, test } from 'vitest'
import { redactSecrets } from '../redact-secrets.ts'

const KEY = 'x7Qz2LmN4pR6tV8wY1bD3fH5kJ9gS0aC'

describe('keys in tables of clusters', () => {
  test.each([
    '$ kubectl get tokens --no-headers\nci      §   2h',
    'NAME        KEY\n$ kubectl get secrets -o custom-columns=NAME:.metadata.name,KEY:.data.apiKey\nstripe      §',
    '│ name   │ token                            │\n├────────┼──────────────────────────────────┤\n│ worker │ § │',
    'kubectl get secret app -ojson | jq -r .data.apikey | base64 -d\n§',
  ])('go: %s', (text) => {
    expect(redactSecrets(text.replace('§', KEY)).text).toBe(text.replace('§', '[REDACTED:table]'))
  })

  test.each([
    'NAME   SECRET             AGE\nweb    web-tls-x3aym   41d',
    '│ name │ token │\n├──────┼───────┤\n│ bot  │ none  │',
    '$ kubectl get tokens\nNo resources found in default namespace.',
  ])('are not seen in %s', (text) => {
    expect(redactSecrets(text).text).toBe(text)
  })
})
