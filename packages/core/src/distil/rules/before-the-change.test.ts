import { describe, expect, test } from 'vitest'
import { transcript } from '../testing/build-transcript.ts'
import { distilTranscript } from '../testing/distil-transcript.ts'
import { standsAs } from './before-the-change.ts'

const CAUSE =
  'The root cause is that `SessionPool` never releases a client when `connect()` throws, because the `finally` block is missing.'

const distilled = async (script: ReturnType<typeof transcript>) => {
  const { observations, summaries } = await distilTranscript(script.end())
  return {
    findings: observations.filter(({ purpose }) => purpose === 'finding').map(({ title }) => title),
    records: observations.filter(
      ({ purpose, title, subtitle }) =>
        purpose === 'work' && `${title} ${subtitle}`.includes('never releases'),
    ),
    summaries,
  }
}

describe('what a session itself makes untrue', () => {
  test('a cause that nobody repairs is a finding', async () => {
    const { findings } = await distilled(
      transcript().human('Why does the login hang?').read('src/pool.ts').says(CAUSE),
    )
    expect(findings).toHaveLength(1)
  })

  const repaired = () =>
    transcript()
      .human('Why does the login hang?')
      .read('src/pool.ts')
      .says(CAUSE)
      .edit('src/pool.ts')

  test('a cause that the same turn repairs is said to be fixed', async () => {
    const { findings } = await distilled(repaired())
    expect(findings).toMatchObject([
      expect.stringMatching(/^Bug fixed in pool\.ts: .*never releases/),
    ])
  })

  test('a repair after which a check fails, or the person is not content, is a record or nothing', async () => {
    const failed = repaired().shell('npm test', '1 failed', { fails: true }).says('Hm.')
    expect(await distilled(failed)).toMatchObject({ findings: [], records: [{ type: 'bugfix' }] })
    const still = repaired().says('The login still fails.')
    expect((await distilled(still)).findings).toEqual([])
    const denied = repaired().says('Done.').human('no, it still hangs').says('Let me look.')
    expect((await distilled(denied)).findings).toEqual([])
    const undone = repaired().message('command', '<command-name>/undo</command-name>')
    expect((await distilled(undone)).findings).toEqual([])
  })

  test('an error that is named without its cause, a plan of its repair and a state of the machine are none', async () => {
    for (const words of [
      'The error `connect() failed: no free client` happens in `SessionPool` at line 62 of `pool.ts`.',
      'The fix is to make `connect()` release its client, since the `finally` block never does so.',
      'The issue is that `tmp/clones/` contains tests from a previous clone, which the runner never skips because they match.',
    ]) {
      const { findings } = await distilled(
        transcript()
          .human('Why?')
          .read('src/pool.ts')
          .says(words)
          .edit('src/pool.ts')
          .says('Done.'),
      )
      expect(findings).toEqual([])
    }
  })

  test('edits of documents alone repair nothing', async () => {
    const documented = transcript()
      .human('Why does the login hang?')
      .read('src/pool.ts')
      .says(CAUSE)
      .edit('docs/pool.md')
    expect((await distilled(documented)).findings).toEqual([])
  })

  test('a cause that a later turn repairs is said to be fixed then', async () => {
    const asked = () =>
      transcript().human('Why does the login hang?').read('src/pool.ts').says(CAUSE)
    const { findings } = await distilled(
      asked()
        .human('what about the tests?')
        .says('They need a client of their own.')
        .human('fix it')
        .edit('src/pool.ts'),
    )
    expect(findings).toMatchObject([
      expect.stringMatching(/^Bug fixed in pool\.ts: .*never releases/),
    ])
    const { findings: still } = await distilled(asked().human('thanks').says('You are welcome.'))
    expect(still).toHaveLength(1)
  })

  test('edits of other files repair nothing', async () => {
    const { findings } = await distilled(
      transcript()
        .human('Why does the login hang?')
        .read('src/pool.ts')
        .says(CAUSE)
        .human('mention it in the readme')
        .edit('README.md')
        .says('Done.'),
    )
    expect(findings).toHaveLength(1)
  })

  test('a rule stays a finding, though files are changed', async () => {
    const { findings } = await distilled(
      transcript()
        .human('Why does the login hang?')
        .read('src/pool.ts')
        .says(
          'The root cause is that `SessionPool` must never be shared between requests, because `connect()` keeps its state in the pool.',
        )
        .edit('src/pool.ts'),
    )
    expect(findings).toHaveLength(1)
  })

  test('a plan says what was wrong and what is wanted: neither is a finding, a choice is', async () => {
    const plan = (line: string) =>
      transcript()
        .human(
          `Implement the following plan:\n\n# Keep sessions apart\n\n## Context\n\n${CAUSE}\n\n## Design decisions\n\n${line}\n`,
        )
        .edit('src/pool.ts')
        .says('Done.')
    const { findings } = await distilled(plan('- Sessions are shown in the sidebar of the app'))
    expect(findings).toEqual([])
    const { findings: chosen } = await distilled(
      plan(
        '- Sessions are kept in `SessionPool` per request instead of one global pool, because `connect()` keeps its state',
      ),
    )
    expect(chosen.join()).toContain('instead of one global pool')
  })
})

describe('what a person typed', () => {
  const typed = (text: string, changesAfter: number) =>
    standsAs({
      text,
      changesAfter,
      changesBefore: 0,
      speaker: 'human',
      form: 'sentence',
      heading: '',
      label: '',
    })

  test('is no finding where it is a request, done or not; a rule and a declaration are', () => {
    const wanted = 'In cloud mode we should not show which CLI agent runs'
    expect(typed(wanted, 2)).toBe('nothing')
    expect(typed(wanted, 0)).toBe('nothing')
    expect(typed('HarbourDesk: deploy on Node.js 22.', 0)).toBe('finding')
    expect(typed('Never keep state in a request handler', 2)).toBe('finding')
  })
})

describe('summaries', () => {
  test('say what was changed for a cause, and that the cause was there before', async () => {
    const { summaries } = await distilled(
      transcript()
        .human('Why does the login hang?')
        .read('src/pool.ts')
        .says(CAUSE)
        .edit('src/pool.ts')
        .says('Done.'),
    )
    expect(summaries).toMatchObject([{ completed: 'Changed src/pool.ts.' }])
    expect(summaries[0]?.learned).toMatch(/^Bug fixed in pool\.ts: .*never releases/)
  })

  test('say nothing where a report only repeats the request', async () => {
    const { summaries } = await distilled(
      transcript()
        .human('add a --analytics-log option to args.py and pass it to Analytics')
        .edit('aider/args.py')
        .says('Added the `--analytics-log` option to `args.py`, and passed it to `Analytics`.'),
    )
    expect(summaries).toEqual([])
  })

  test('leave out what an undo took back, and keep what was done before it', async () => {
    const done = () =>
      transcript()
        .human('do that')
        .edit('src/a.ts')
        .says('Replaced the flat list of actions by groups with a heading for each file.')
        .human('and now the other one')
        .edit('src/b.ts')
        .says('Moved the colour of each severity into the theme of the dashboard.')
    const { summaries } = await distilled(done())
    expect(summaries).toHaveLength(2)
    const { summaries: left } = await distilled(
      done().message('command', '<command-name>/undo</command-name>'),
    )
    expect(left.map(({ completed }) => completed).join()).toContain('flat list')
    expect(left).toHaveLength(1)
    // The last change has no summary of its own: it alone is taken back.
    const { summaries: both } = await distilled(
      done()
        .human('rename the helper to slugify')
        .edit('src/c.ts')
        .says('Renamed.')
        .message('command', '<command-name>/undo</command-name>'),
    )
    expect(both).toHaveLength(2)
  })
})
