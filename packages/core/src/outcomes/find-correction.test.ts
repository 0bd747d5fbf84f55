import { describe, expect, test } from 'vitest'
import { findCorrections } from './find-correction.ts'

const MEMORIES = [
  { id: 'sessions', statement: 'Sessions are stored in Redis.' },
  { id: 'package', statement: 'The repository uses npm workspaces.' },
  { id: 'timeout', statement: 'Webhook deliveries time out after 10 seconds.' },
  { id: 'map', statement: 'The map is drawn by Leaflet.' },
  { id: 'merge', statement: 'Pull requests are squashed when they are merged.' },
]
const of = (prompt: string, before = 'I changed the handler and ran the tests.') =>
  findCorrections(MEMORIES, { prompt, before }).map(({ id }) => id)

describe('a person corrects', () => {
  test.each<[string, string, string?]>([
    ['sessions', "No, that's wrong. Sessions are stored in Postgres."],
    ['sessions', "We don't use Redis for sessions any more."],
    ['sessions', 'Wrong: sessions live in Postgres, not in Redis.'],
    ['sessions', "No — the sessions aren't in Redis, they moved to Postgres last year."],
    ['package', "No, that's not right, the repository uses pnpm workspaces."],
    ['package', "This repository doesn't use npm, we use pnpm."],
    ['timeout', 'No, webhook deliveries time out after 30 seconds.'],
    ['timeout', 'Sorry, but no: webhook deliveries time out after 60 seconds. Look at the config.'],
    ['map', 'The map is not drawn by Leaflet, that was replaced by MapLibre.'],
    ['map', "That's outdated. The map is drawn by MapLibre now."],
    ['sessions', "No, that's wrong.", 'Sessions are stored in Redis, so I clear them there.'],
    ['merge', 'That is not true.', 'Pull requests are squashed when they are merged here.'],
    ['map', "You're wrong.", 'The map is drawn by Leaflet.'],
  ])('%s: %s', (id, prompt, before) => {
    expect(of(prompt, before)).toEqual([id])
  })
})

describe('nothing is corrected', () => {
  test.each<[string, string?]>([
    ["No, that's fine. Sessions can stay in Redis."],
    ['No problem, leave the sessions in Redis.'],
    ['No, the test still fails.', 'Sessions are stored in Redis.'],
    ['No.', 'Sessions are stored in Redis. Shall I flush them?'],
    ["Don't use Redis here."],
    ['Use Postgres for sessions instead of Redis.'],
    ['No, use pnpm.'],
    ['Should sessions not be in Redis?'],
    ["Maybe sessions aren't in Redis any more."],
    ['If sessions are not in Redis, the cleanup is wrong.'],
    ['The rate limits are not kept in Redis.'],
    ['No, the list times out after 30 seconds.'],
    ['> Sessions are not stored in Redis\nis what the old page says, ignore it.'],
    ['Move the sessions from Redis to Postgres.'],
    ["That's wrong.", 'I renamed the button.'],
    [
      "That's wrong.",
      'Sessions are stored in Redis. The map is drawn by Leaflet. I also fixed the button. And the list. Done.',
    ],
    ["That's wrong.", 'Sessions are stored in Redis. The map is drawn by Leaflet.'],
    ['Sessions are not only stored in Redis, the queue is there too.'],
    ['Wrong file, look at webhook.ts.'],
    ['No need to touch the map, Leaflet is fine.'],
    ['Add a second map, not drawn by Leaflet, to the page.'],
    ['What is wrong with Redis for sessions?'],
    ['no, the other one'],
    ['Actually go on with the timeout of webhook deliveries.'],
  ])('%s', (prompt, before) => {
    expect(of(prompt, before)).toEqual([])
  })
})
