import { expect, test } from 'vitest'
import { alternativesIn, reasonIn, topicOf } from './index.ts'

test.each([
  ['The export job retries three times, with a pause that doubles.', 'Retries of the export job'],
  [
    'Login tokens expire after 30 days; refreshing them kept people signed in.',
    'Expiry of login tokens',
  ],
  ['The default port is 4100.', 'Default port'],
  [
    'In staging, the session cache expires after five minutes.',
    'Expiry of the session cache in staging',
  ],
  ['We decided to keep tide tables in UTC.', 'Keeping tide tables in UTC'],
  ['Never call the billing API from a worker.', 'Calling the billing API from a worker'],
  ['Passwords are hashed with argon2, not bcrypt.', 'Hashing of passwords'],
  ['Terraform was dropped for two plain machines with systemd.', 'Dropping Terraform'],
  ['Storing amounts as floats was tried and lost a cent.', 'Storing amounts as floats'],
  [
    'Rate limit for the public schedule is 60 requests a minute.',
    'Rate limit for the public schedule',
  ],
  ['HarbourDesk: deploy on Node.js 22.', 'HarbourDesk: deploying on Node.js 22'],
  ['Fixed: container weights were summed as 32-bit integers.', 'Summing of container weights'],
  ['Asked “Which queue do we use?”, the answer was “BullMQ”', 'Which queue do we use'],
])('the topic of “%s” is “%s”', (statement, topic) => {
  expect(topicOf({ statement })).toBe(topic)
})

test('slots name it better than words do', () => {
  const slots = { subject: 'export job', attribute: 'retry policy' }
  expect(topicOf({ statement: 'It tries three times.', slots })).toBe(
    'Retry policy of the export job',
  )
  const whole = { subject: 'retry policy of exports', attribute: 'retry policy' }
  expect(topicOf({ statement: 'It tries three times.', slots: whole })).toBe(
    'Retry policy of exports',
  )
})

test('what shows no topic is its own, whole and without an ellipsis', () => {
  expect(topicOf({ statement: 'Green on Tuesdays.' })).toBe('Green on Tuesdays')
  for (const statement of [
    `Whatever ${'is said and '.repeat(30)}no more of it.`,
    'x',
    '',
    '`a',
    'is is is',
    'The.',
    `The ${'very '.repeat(90)}long name is set.`,
  ]) {
    const topic = topicOf({ statement })
    expect(topic).not.toContain('…')
    expect(statement === '' || topic !== '').toBe(true)
  }
})

test.each([
  [
    'Uploads go to one bucket, because the other one is billed twice.',
    'the other one is billed twice',
  ],
  [
    'Files are watched with notify, since polling kept laptops awake.',
    'polling kept laptops awake',
  ],
  ['The port is 4100 since Monday.', ''],
  ['The cache lives in Redis since version 3 of the shop.', ''],
  ['Exports run at night.', ''],
])('the reason in “%s” is “%s”', (statement, reason) => {
  expect(reasonIn(statement)).toBe(reason)
})

test('a sentence beside it gives the reason where it says so', () => {
  const beside = ['Exports run at night.', 'Otherwise the reports lock the table.', 'Thanks!']
  expect(reasonIn('Exports run at night.', beside)).toBe('Otherwise the reports lock the table')
  expect(reasonIn('Exports run at night.', ['They are large.'])).toBe('')
})

test('what was not taken is named', () => {
  expect(alternativesIn('We use Dagster instead of cron, since cron reports nothing.')).toEqual([
    'cron',
  ])
  expect(alternativesIn('We chose Postgres over MySQL for its types.')).toEqual(['MySQL'])
  expect(alternativesIn('The bridge goes over the river.')).toEqual([])
})
