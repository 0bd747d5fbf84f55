import { expect, test } from 'vitest'
import { redactSecrets } from '../redact-secrets.ts'

const after = (text: string) => redactSecrets(text).text

test.each([
  'one-time code 493 817',
  'Your one-time code is 493817.',
  'the one time passcode: 493-817',
  'verification code 493 817',
  'your sign-in code was 493 817',
  '2FA code is **493 817**',
  'OTP 493817',
  'Der Einmalcode lautet 493 817',
  'the code from the authenticator app is 493 817',
])('a code that lets somebody in once goes: %s', (text) => {
  expect(after(text)).not.toMatch(/493|817/)
})

test.each([
  'error code 493 817',
  'one-time code of 6 digits',
  'the one-time code 2026 release',
  'security code 000000',
  'Erlang OTP 27',
  'OTP 26.2.5',
  'postal code 493 817',
  'verification code 493817.2.1',
])('what is no such code stays: %s', (text) => {
  expect(after(text)).toBe(text)
})

test.each([
  'the password is Halyard-99-knot',
  'Password Halyard-99-knot',
  'log in with the password Halyard-99-knot!',
  'psql password Halyard-99-knot works',
  'log in as ada with Halyard-99-knot',
  'ada / Halyard-99-knot',
  'API_TOKEN="Halyard-99-knot"',
  'export SESSION_SECRET=Halyard-99-knot',
  '"apiToken": "Halyard-99-knot"',
])('a word, a number and a word go beside a word for a secret: %s', (text) => {
  expect(after(text)).not.toContain('Halyard-99-knot')
})

test.each([
  'password mTLS-v1-certificate',
  'password: mTLS-v1-certificate',
  '"db_password": "mTLS-v1-certificate"',
  'PASSWORD=client-certificate-2',
  'password: rotated-credentials-3',
  'log in as ada with mTLS-v1-certificate',
  'token: mTLS-v1-certificate',
  'auth_secret: eBPF-v2-program',
  'token: Sprint-12-notes',
  'the secret of Ubuntu-22-server',
  'API_TOKEN=Release-24-draft',
  'Halyard-99-knot is a ship',
])('names of things stay there: %s', (text) => {
  expect(after(text)).toBe(text)
})

test.each([
  'password: harbour-staging-2',
  'password: mTLS-v1-certificate!',
  'passphrase = harbour-v2-staging',
  'password: lantern-v1x9-quay',
  'password: Certificate!7',
])('what somebody may have chosen goes beside the word for it: %s', (text) => {
  expect(after(text)).toContain('[REDACTED')
})
