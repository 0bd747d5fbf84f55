import { expect, test } from 'vitest'
import { redactSecrets } from './redact-secrets.ts'
import { isLettersAtRandom } from './secret-names.ts'

test.each(['xvazPHQYTYGU', 'kfkceapvzbjC', 'SmtgVSTCmYAQAAsT', 'qwTNajpnKFde', 'rMTewjYeYqTp'])(
  'letters that chance put together are a key: %s',
  (letters) => {
    expect(isLettersAtRandom(letters)).toBe(true)
    expect(redactSecrets(`DB_PASSWORD=${letters}`).text).not.toContain(letters)
    expect(redactSecrets(`{"password": "${letters}"}`).text).not.toContain(letters)
  },
)

test.each([
  'getXAxisYOffset',
  'parseJSONToXMLDoc',
  'OpenIDConnectProvider',
  'indexBoxWidthKey',
  'jQueryObjectQueue',
  'AWSLambdaSQSHandler',
  'toTSVQueryOfCSV',
  'maxRetriesExceeded',
  'MySQLDumpAdvisory',
  'subjectObjectAdjective',
])('words that are put together are none: %s', (name) => {
  expect(isLettersAtRandom(name)).toBe(false)
  expect(redactSecrets(`log in as ada with ${name}`).count).toBe(0)
})

test('two names and digits are a password, and a member of an object is none', () => {
  expect(redactSecrets('password = "Tide.Quay5849"').text).not.toContain('Quay')
  expect(redactSecrets('password = settings.passwordHash2').count).toBe(0)
})
