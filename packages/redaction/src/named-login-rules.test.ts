import { describe, expect, test } from 'vitest'
import { redactSecrets } from './redact-secrets.ts'

const WORDS = 'kestrel-walnut-48'

describe('a password that somebody chose, beside a name', () => {
  test.each([
    ['log in as ada with §', WORDS],
    ['You can log in as ada using §', 'meadow512'],
    ['Given I log in as "ada" with "§"', 'ThistleBrook77'],
    ['sign into https://app.example.org/admin as ada with §', 'Thistle$4410'],
    ['log into the panel (ada with §)', WORDS],
    ['login as ada pw §', WORDS],
    ['log in to grafana as ada with §', 'k3lp-f0rest'],
    ['ssh as ada with §', 'm00ring_line'],
    ['You can log in as ada / §', 'Sea2Shore'],
    ['sign in as ada with §', 'pier77gate'],
    ['Log in as ada (password §).', 'ThistleBrook77'],
    ['the account is ada@example.org with §', WORDS],
    ['use ada with § to log in', WORDS],
    ['Login: ada / §', WORDS],
    ['Demo users:\n  ada@example.org / §\n', 'meadow512'],
    ['grafana: admin / §', WORDS],
    ['| Staging | ada@example.org / § |', WORDS],
    ['ada / §', WORDS],
  ])('goes: %s', (text, secret) => {
    expect(redactSecrets(text.replace('§', secret)).text).toBe(text.replace('§', '[REDACTED:told]'))
  })

  test.each([
    'log in as ada with Microsoft365',
    'log in as ada with OAuth20 or TLS12',
    'log in as ada with Keycloak24',
    'log in as ada with ssh-ed25519 keys',
    'log in as ada with the role of an editor',
    'log in as ada with sha256-hash or x509-certificates',
    'sign in as ada with i18n-locale',
    'sign in as ada with Okta2FA',
    'authenticate as ada with rfc7523-jwt',
    'log in as ada with utf8-name / base64url-cookie',
    'connect as ada with ES256-signed tokens',
    'ada / web3js',
    'ada / user2admin',
    'sign in as ada with session-2041',
    'debian / bookworm-12',
    'users / sessions22',
    'ada / sprint-24',
    'Ubuntu 22.04 / Debian12',
    'src / components / page-12',
    'The user ada belongs to teams 12 / project-2041',
  ])('is not seen in %s', (text) => {
    expect(redactSecrets(text).text).toBe(text)
  })
})
