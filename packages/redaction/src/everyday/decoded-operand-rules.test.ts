import { describe, expect, test } from 'vitest'
import { redactSecrets } from '../redact-secrets.ts'

const BLOBS = [
  ['a password', btoa('Kestrel-walnut-48')],
  ['a key', btoa('x7Qz2LmN4pR6tV8wY1bD3fH5')],
  [
    'bytes of a key',
    btoa(Array.from({ length: 32 }, (_, n) => String.fromCharCode(128 + n)).join('')),
  ],
] as const

describe('a blob beside what decodes it', () => {
  test.each(BLOBS)('goes when it is %s', (_, blob) => {
    for (const text of [
      'echo § | base64 -d',
      "base64 --decode <<<'§' > key.bin",
      'cat <<EOF | base64 -d > .env\n§\nEOF',
      '+ echo §\n+ base64 -d',
      "print(base64.b64decode('§'))",
      'key, _ := base64.StdEncoding.DecodeString("§")',
      'jq -rn \'"§" | @base64d\'',
    ])
      expect(redactSecrets(text.replace('§', blob)).text).toBe(
        text.replace('§', '[REDACTED:decoded]'),
      )
  })

  test.each([
    `echo ${btoa('Hello, world')} | base64 -d`,
    `echo ${btoa('de_DE.UTF-8')} | base64 -d`,
    'echo iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ | base64 -d > pixel.png',
    `sha256: echo ${BLOBS[2][1]} | base64 -d | xxd -p`,
  ])('stays in %s', (text) => {
    expect(redactSecrets(text).text).toBe(text)
  })
})
