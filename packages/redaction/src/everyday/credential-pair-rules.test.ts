import { describe, expect, test } from 'vitest'
import { redactSecrets } from '../redact-secrets.ts'

const CHOSEN = 'harbor-Lisbon-64'

describe('a name and a password parted by a slash', () => {
  test.each([
    'Default credentials are ada/§',
    'Zugangsdaten: ada / §',
    '账号密码: ada / §',
    'Grafana runs on :3000 (ada / §)',
    '| staging | https://stage.example.org | ada / § |',
    "it's ada / § on the test box",
    '<!-- ada / § -->',
    'VPN: ada / §',
  ])('goes: %s', (text) => {
    const { text: redacted } = redactSecrets(text.replace('§', CHOSEN))
    expect(redacted.replace(/\[REDACTED:\w+\]/, '§')).toBe(text)
  })

  test.each([
    'login ada/§ on the test box',
    'test user: ada/§',
    'Grafana (admin / §)',
    'RabbitMQ UI at :15672, guest / §',
    'credentials: ada@quay.example / §',
  ])('goes when it has letters alone: %s', (text) => {
    const letters = 'xVazPHQwTYgu'
    expect(redactSecrets(text.replace('§', letters)).text).not.toContain(letters)
  })

  test.each([
    'user: harbour/Crane2',
    'login src/Settings2',
    'account: quay/pier-7b',
    'user is ada/member of the team',
    'GetXAxisFrom / setYAxisOffset',
    'admin / getXAxisYOffset',
    'ada / INFRA-2210',
    'branch: main / feature-login-42',
    'images: web / alpine-3.20',
    'credentials: client_id / client_secret2',
    'account: checking / savings-plan-2024',
    'in `this.address4` / `this.parsedAddress4`',
  ])('is not seen in %s', (text) => {
    expect(redactSecrets(text).text).toBe(text)
  })
})
