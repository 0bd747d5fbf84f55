import { describe, expect, test } from 'vitest'
import { redactSecrets } from './redact-secrets.ts'

const redacted = (text: string): string => redactSecrets(text).text

describe('a password in quotes of its own', () => {
  test.each([
    ["mysql -p'§' shop", 'Kranich-482!'],
    ["mysql -u root -p'§' shop", 'two words; and $igns'],
    ["curl -u admin:'§' https://example.com", 'Kranich-482!'],
    [`{"command":"curl -u admin:\\"§\\" https://example.com"}`, 'Kranich-482!'],
    ['release { storePassword "§" }', 'Kranich-482!'],
    ['creds: bob / `§`', 'S3cr3tPw'],
    ['creds: bob / §', 'S3cr3tPw'],
    ['cookies={"theme": "dark", "sessionid": "§"}', 'x9Tq77aaZpKw31LmQ4'],
    ['JSESSIONID=§', '7F3A9C0D5E8B1246A9D0C3E7F1B2546D'],
    ['connect.sid=§', 's%3Ax9Tq77aaZpKw31LmQ4.k3yWqx7Z9pLm28Rt'],
    ['{"main":{"sensitive":true,"type":"string","value":"§"}}', 'x9Tq77aaZpKw31LmQ4'],
    ['mvn sonar:sonar -Dsonar.login=§', 'x9Tq77aaZpKw31LmQ4'],
  ])('%s', (text, secret) => {
    expect(redacted(text.replace('§', secret)).replace(/\[REDACTED:[a-z-]+\]/, '§')).toBe(text)
  })

  test('both of two sessions in one dictionary of cookies go', () => {
    const text = 'cookies={"sessionid": "x9Tq77aaZpKw31LmQ4", "sid": "k3yWqx7Z9pLm28Rt"}'
    expect(redacted(text)).toBe(
      'cookies={"sessionid": "[REDACTED:cookie]", "sid": "[REDACTED:cookie]"}',
    )
  })

  test.each([
    `run('mysql -u root -p'+password2+' shop')`,
    '["mysql", "-p"], ["mysql2", "-p"]',
    `curl -u "$USER2":"$PASS2" https://example.com`,
    '{"session": "x9Tq77aaZpKw31LmQ4", "theme": "dark"}',
    'sonar.login=ada2024\nsonar.password=$SONAR_PASSWORD',
    'storePassword "android"',
    'JSESSIONID=$SESSION',
    '{"main":{"sensitive":false,"type":"string","value":"x9Tq77aaZpKw31LmQ4"}}',
    'credentials: client_id / client_secret2',
  ])('is no secret in %s', (text) => {
    expect(redacted(text)).toBe(text)
  })
})
