import { describe, expect, test } from 'vitest'
import { transcript } from '../testing/build-transcript.ts'
import { distilTranscript } from '../testing/distil-transcript.ts'

describe('work', () => {
  const workOf = async (script: ReturnType<typeof transcript>) =>
    (await distilTranscript(script.end())).observations
      .filter(({ purpose }) => purpose === 'work')
      .map(({ type, title }) => [type, title])

  test('a feature', async () => {
    const script = transcript()
      .human('Please add a --json flag to the status command')
      .edit('src/status.ts')
      .says("I've added a `--json` flag to the status command. It prints one object per session.")
    expect(await workOf(script)).toEqual([
      ['feature', 'Added a `--json` flag to the status command'],
    ])
  })

  test('a refactoring', async () => {
    const script = transcript()
      .human('extract the token counting into its own module')
      .edit('src/tokens.ts')
      .says('Moved the counting of tokens into `src/tokens.ts`.')
    expect(await workOf(script)).toEqual([
      ['refactor', 'Moved the counting of tokens into `src/tokens.ts`'],
    ])
  })

  test('a change nobody reported is named by its files, never by what was asked', async () => {
    const script = transcript()
      .human('bump the license year in README.md')
      .edit('README.md')
      .says('Done.')
    expect(await workOf(script)).toEqual([['change', 'Changed README.md']])
  })

  const completedOf = async (asked: string, ...said: string[]) => {
    const script = transcript().human(asked).read('src/handlers.ts').edit('src/handlers.ts')
    for (const text of said) script.says(text)
    const { summaries } = await distilTranscript(script.end())
    return summaries.map(({ completed }) => completed)
  }

  test('is summed up by what the report says of it, never by the request', async () => {
    expect(
      await completedOf(
        'Why are there 2 subscription handlers?',
        'These changes will combine both into `SubscriptionHandler` and drop the queue between them.',
      ),
    ).toEqual([
      'Combines both into `SubscriptionHandler` and drops the queue between them. Changed src/handlers.ts.',
    ])
  })

  test.each([
    ['nothing is said of it', 'Done.'],
    ['the report says the request again', 'Removed the second handler of subscriptions.'],
    ['the report apologises', 'Made a mistake in the order of `subscribe` and `publish` calls.'],
    ['the report is a promise', 'You can now use `subscribe()` wherever handlers are needed.'],
  ])('is not summed up when %s', async (_what, said) => {
    expect(await completedOf('remove the second handler of subscriptions', said)).toEqual([])
  })
})
