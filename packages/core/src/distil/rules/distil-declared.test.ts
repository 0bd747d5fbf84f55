import { describe, expect, test } from 'vitest'
import { transcript } from '../testing/build-transcript.ts'
import { distilTranscript } from '../testing/distil-transcript.ts'

const found = async (script: ReturnType<typeof transcript>) =>
  (await distilTranscript(script.end())).observations
    .filter(({ purpose }) => purpose === 'finding')
    .map(({ title }) => title)

/** A short session without edits in which a person says one thing worth keeping. */
const said = (text: string) =>
  found(
    transcript()
      .human('can you have a look at the export job with me?')
      .read('src/export.ts')
      .says('Sure. What do you want to know?')
      .human(text)
      .says('Understood, thanks.'),
  )

const WORTH_KEEPING = [
  'HarbourDesk: deploy on Node.js 22.',
  'Invoices are numbered per branch and never reused.',
  'We never call the tariff service from a request handler.',
  'The nightly export runs at 02:30 UTC on the replica.',
  'Feature flags live in `config/flags.toml`, one file per region.',
  'Passwords are hashed with argon2id.',
  'The staging broker is mq-stg.harbour.example.',
  'Uploads above 40 MB must go through the chunked endpoint.',
  'Only Mirela may approve a release to the ferries.',
  'Berth numbers start at 1 and not at 0.',
  'Timestamps from the buoys are in UTC.',
  'We use pnpm, and the lock file is checked in.',
  'Tide tables come from the hydrographic office once a month.',
  'Amounts are stored in cents as integers.',
  'The mobile app supports Android 10 and later.',
  'Session tokens expire after 20 minutes.',
  'PDF reports are rendered by `report-worker` on its own queue.',
  'Reviews need two approvals for everything under `billing/`.',
  'The old SOAP gateway was replaced by `quay-api` in March.',
  'Rate limit of the public API: 60 requests a minute per key.',
  'Customer names must not appear in logs, since the contract with the port forbids it.',
  'From now on releases are tagged by CI alone.',
  'Search runs on OpenSearch 2.',
  'Every migration needs a way back, otherwise the on-call person cannot roll out at night.',
  'The crane simulator is written in Rust.',
  'Ferry schedules are cached for 15 minutes in Valkey.',
  'We decided against Kafka; events go through Postgres.',
  'Holidays of the port come from `holidays.csv`.',
]

describe('a short session without edits', () => {
  test.each(WORTH_KEEPING)('keeps “%s”', async (text) => {
    expect((await said(text)).join('\n')).toContain(text.replace(/[.]$/, '').slice(0, 40))
  })

  const NOT_WORTH_KEEPING = [
    'can you rename the helper in `src/export.ts`?',
    'Add a column for the branch to the export.',
    'the export button is broken on Firefox',
    'The status indicator should be in the footer.',
    'I think the export could be faster.',
    'hm, the report looks weird today',
    'ok great, go ahead and commit',
    'we have a failing test in `export.test.ts`',
    'please make sure the table has a header',
    'User committed: the branch was deleted but `state.json` remained',
    'Maybe the export should use a stream.',
    'it is 14 MB now',
    'at the top of the report, find a way to make the git url always visible',
  ]
  test.each(NOT_WORTH_KEEPING)('finds nothing in “%s”', async (text) => {
    expect(await said(text)).toEqual([])
  })

  test('what is declared beside a request that is carried out is no finding, unless it is a rule', async () => {
    const asked = (text: string) =>
      found(transcript().human(text).read('src/export.ts').edit('src/export.ts').says('Done.'))
    expect(await asked('The export button is on the left side of the page. Move it.')).toEqual([])
    expect(
      await asked(
        'Move the button. Buttons never go on the left side, users of RTL would be lost.',
      ),
    ).toHaveLength(1)
  })

  test('what describes the code before a longer request is none, a rule in it is', async () => {
    const asked = (more: string) =>
      said(
        `The export is built for one printer. The label comes from \`labels.ts\`. I want a second one. The names are in the list of Monday. Let us see what is there. ${more}`,
      )
    expect(await asked('It can wait.')).toEqual([])
    expect(await asked('Labels must never show the name of a customer.')).toHaveLength(1)
  })

  test('of two values for the same thing the later one is left', async () => {
    const titles = await found(
      transcript()
        .human('Session tokens expire after 20 minutes.')
        .says('Noted.')
        .human('Session tokens expire after 45 minutes.')
        .says('Noted.'),
    )
    expect(titles).toEqual(['Session tokens expire after 45 minutes'])
  })

  test('what is taken back later in the session is none', async () => {
    const titles = await found(
      transcript()
        .human('The nightly export runs at 02:30 UTC on the replica.')
        .says('Noted.')
        .human('The nightly export no longer runs on the replica at 02:30, my fault.')
        .says('Noted.'),
    )
    expect(titles.filter((title) => !title.includes('no longer'))).toEqual([])
  })

  test("another tool's help text is none", async () => {
    const help = 'Uploads always need a region, because the store never guesses it from the key.'
    const script = transcript()
      .human('how do I upload with quayctl?')
      .shell('quayctl upload --help', `Usage: quayctl upload [flags]\n\n${help}\n`)
      .says(help)
    expect(await found(script)).toEqual([])
  })
})
