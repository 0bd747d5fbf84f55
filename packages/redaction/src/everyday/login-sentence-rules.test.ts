import { describe, expect, test } from 'vitest'
import { redactSecrets } from '../redact-secrets.ts'

const CHOSEN = 'maple.silver23'

describe('a password in a sentence about a login', () => {
  test.each([
    'log in as ada with §',
    'login with ada and §',
    'logged on as ada with §, same result',
    'connect to the db as ada with §',
    'Bitte als ada mit § einloggen',
    'connecte-toi en tant que ada avec §',
    'inicia sesión como ada con §',
    'accedi come ada con §',
    'faça login como ada com §',
    'log in als ada met §',
    'zaloguj się jako ada z hasłem §',
    'войди как ada с паролем §',
    'logga in som ada med §',
    'ada olarak § ile giriş yap',
    '用 ada 和 § 登录',
    'ada と § でログインしてください',
    'ada 계정, 비밀번호 § 로 로그인',
    "await login('ada', '§')",
  ])('goes: %s', (text) => {
    expect(redactSecrets(text.replace('§', CHOSEN)).text).not.toContain(CHOSEN)
  })

  test.each([
    'log in as ada using §!',
    "await page.goto('/login') // log in as ada with §",
    'you get in as guest with §',
    'authenticate as svc_crane with §',
  ])('goes when it has letters alone: %s', (text) => {
    const letters = 'SmtgVSTCmYAQ'
    expect(redactSecrets(text.replace('§', letters)).text).not.toContain(letters)
  })

  test.each([
    'log in as ada with OpenIDConnect',
    'log in as ada with GitHubEnterprise',
    'you get in as guest with JavaScript',
    'log in as ada with Chrome126',
    'sign in as admin with Windows11',
    'connect to the db as app with sslmode=require',
    'als Gast mit iPhone15 einloggen',
    'Google と GitHub でログイン',
    'log in as ada with this.parsedAddress4',
  ])('is not seen in %s', (text) => {
    expect(redactSecrets(text).text).toBe(text)
  })
})
