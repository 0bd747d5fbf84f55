import { describe, expect, test } from 'vitest'
import { redactSecrets } from './redact-secrets.ts'

const redacted = (text: string): string => redactSecrets(text).text

describe('secrets passed to a command', () => {
  test.each([
    ['podman login -u ada -p §', 'Kranich-482!'],
    ["echo '§' | docker login --password-stdin", 'Kranich-482!'],
    ['echo "ada:§" | sudo chpasswd', 'Kranich-482!'],
    ['DB_PASSWORD=$(echo § | base64 -d)', btoa('Kranich-482!')],
    ['DB_PASSWORD=$(base64 -d <<< §)', btoa('Kranich-482!')],
    ['# password of the database\necho § | base64 -d', btoa('Kranich-482!')],
    ['echo § | base64 -d', btoa('postgres://ada:Kranich-482!@db2/shop')],
    ['base64 -d <<< §', btoa('DB_PASSWORD=Falke$739x')],
    ['##vso[task.setvariable variable=main;issecret=true]§', 'Kranich-482!'],
    ['kubectl create secret generic db --from-literal=main=§', 'x9Tq77aaZpKw31LmQ4'],
    ['kubectl patch secret db -p \'{"data":{"main":"§"}}\'', btoa('Kranich-482!')],
    ["kubectl get secret db -o jsonpath='{.data.main}' | base64 -d\n§", 'Kranich-482!'],
    ['curl -sSu ada:§ https://example.com', 'Kranich-482!'],
  ])('%s', (text, secret) => {
    const left = redacted(text.replace('§', secret))
    expect(left).not.toContain(secret)
    expect(left.replace(/\[REDACTED:[a-z-]+\]/, '§')).toBe(text)
  })

  test.each([
    'kubectl create configmap web --from-literal=main=x9Tq77aaZpKw31LmQ4',
    `kubectl patch configmap web -p '{"data":{"main":"${btoa('Kranich-482!')}"}}'`,
    'kubectl get secret db -o jsonpath="{.data.username}"\nKranich-482',
    `echo ${btoa('Kranich-482!')} | base64 -d > picture`,
    'password:\nsrc/a.txt:12:  format: uuid4',
  ])('is no secret in %s', (text) => {
    expect(redacted(text)).toBe(text)
  })
})

describe('of a list in one line', () => {
  const coded = btoa('Kranich-482!')
  const other = btoa('Falke-739?xQ2')
  const list = (first: string) =>
    `{"kind":"List","items":[{"data":{"main":"${first}"},"kind":"Secret"},{"kind":"ConfigMap","data":{"main":"${other}"}}]}`

  test('only the values of a Secret go', () => {
    expect(redacted(list(coded))).toBe(list('[REDACTED:manifest]'))
  })

  test('the same holds within JSON', () => {
    const within = (text: string) => JSON.stringify({ stdout: text })
    expect(redacted(within(list(coded)))).toBe(within(list('[REDACTED:manifest]')))
  })
})

describe('secrets stated in a sentence', () => {
  test.each([
    ['The password is §, and the user ada.', 'hunter2'],
    ['Log in with the password §', 'Kranich482!'],
    ['A temporary password is generated for root@localhost: §', 'k3yWqx7Z'],
  ])('%s', (text, secret) => {
    expect(redacted(text.replace('§', secret))).toBe(text.replace('§', '[REDACTED:told]'))
  })

  test.each([
    'The password is sha256 of it, the password is argon2id-hashed.',
    'The password is user2@example.com',
    'The password is process.env.DB_PASS2',
    'Reset the password to continue in step3',
  ])('is no secret in: %s', (text) => {
    expect(redacted(text)).toBe(text)
  })
})
