import { describe, expect, test } from 'vitest'
import { transcript } from '../testing/build-transcript.ts'
import { distilTranscript } from '../testing/distil-transcript.ts'

const LEAK = `Found it! The \`SessionPool\` never releases a client when \`connect()\` throws, because the \`finally\` block is only reached after a successful handshake. Twenty failed logins exhaust the pool.

Let me fix that.`

const leakFixed = () =>
  transcript()
    .human(
      'Our login hangs after a while.\n\nCan you find out why and fix the login, please? The log is at /repo/logs/app.log',
    )
    .says("I'll look into the pool first.")
    .read('src/pool.ts')
    .shell(
      'npm test',
      'FAIL src/pool.test.ts\nError: timeout waiting for a free client\n1 failed',
      {
        fails: true,
      },
    )
    .says(LEAK)
    .edit('src/pool.ts')
    .edit('src/pool.test.ts', { operation: 'create', added: 30, removed: 0 })
    .shell('npm test', '12 passed, 0 failed')
    .shell(
      `git add -A && git commit -m "$(cat <<'EOF'\nfix(pool): release the client when the handshake fails\n\nMore words.\nEOF\n)"`,
      '[main 1234567] fix(pool): release',
    )
    .says(
      `Done! Here's what I changed:

- \`src/pool.ts\`: Moved the release into a \`finally\` around the handshake
- \`src/pool.test.ts\`: Added a test that fails 20 logins in a row

All tests pass. Note that the retry limit of 3 is unchanged. Would you like me to push this?`,
    )
    .end()

describe('a repaired bug', async () => {
  const { observations, summaries } = await distilTranscript(leakFixed())
  const bugfix = observations.find(
    ({ type, origin, purpose }) => type === 'bugfix' && origin === 'agent' && purpose === 'work',
  )

  test('is a record of work, named by its commit, with the cause beside it', () => {
    expect(bugfix).toMatchObject({
      purpose: 'work',
      title: 'Release the client when the handshake fails',
      subtitle:
        'The `SessionPool` never releases a client when `connect()` throws, because the `finally` block is only reached after a successful handshake',
      filesModified: ['src/pool.ts', 'src/pool.test.ts'],
      filesRead: [],
    })
    expect(bugfix?.narrative).toContain('exhaust the pool')
  })

  test('keeps what the report lists as facts, and the check that passed', () => {
    expect(bugfix?.facts).toEqual([
      '`src/pool.ts`: Moved the release into a `finally` around the handshake',
      '`src/pool.test.ts`: Added a test that fails 20 logins in a row',
      '`npm test` passed after the last edit',
    ])
    expect(bugfix?.concepts).toContain('session-pool')
  })

  test('keeps what the tool said apart from what the assistant said', () => {
    const fromTools = observations.filter(({ origin }) => origin === 'tool')
    expect(fromTools).toHaveLength(1)
    expect(fromTools[0]).toMatchObject({
      type: 'bugfix',
      title: '`npm test` failed: Error: timeout waiting for a free client',
      facts: ['Error: timeout waiting for a free client'],
    })
    const others = observations.filter(({ origin }) => origin !== 'tool')
    expect(JSON.stringify(others)).not.toContain('free client')
  })

  test('leaves its cause, which reads as what was, and names the files that changed', () => {
    expect(observations.filter(({ purpose }) => purpose === 'finding')).toMatchObject([
      {
        type: 'bugfix',
        title:
          'Bug fixed in pool.ts: The `SessionPool` never releases a client when `connect()` throws, because the `finally` block is only reached after a successful handshake',
        subtitle: 'Fixed by changes to src/pool.ts, src/pool.test.ts',
        topic: 'Release of the `SessionPool`',
        claim: { kind: 'gotcha' },
      },
    ])
  })

  test('is summed up in six parts, of which those that have nothing to say are empty', () => {
    expect(summaries).toEqual([
      {
        promptId: 'msg_00000000000000000000000000',
        promptNumber: 1,
        request:
          'Our login hangs after a while. Can you find out why and fix the login, please? The log is at logs/app.log',
        investigated: 'Read src/pool.ts. Ran `npm test`.',
        learned:
          'Bug fixed in pool.ts: The `SessionPool` never releases a client when `connect()` throws, because the `finally` block is only reached after a successful handshake.',
        completed:
          'Changed src/pool.ts, src/pool.test.ts. Committed “fix(pool): release the client when the handshake fails”.',
        nextSteps: '',
        notes: '',
        occurredAt: new Date('2026-03-02T09:00:00Z'),
      },
    ])
  })
})

describe('findings', () => {
  const findingsOf = async (script: ReturnType<typeof transcript>) => {
    const { observations } = await distilTranscript(script.end())
    return observations.filter(({ purpose }) => purpose === 'finding')
  }
  const typed = async (script: ReturnType<typeof transcript>) =>
    (await findingsOf(script)).map(({ type, title }) => [type, title])

  test("an answer to the assistant's question is a decision", async () => {
    const script = transcript()
      .human('Add caching')
      .tool(
        'AskUserQuestion',
        {},
        'User has answered your questions: "Which store should hold the cache?"="Valkey". You can now continue.',
      )
      .says('Valkey it is.')
    expect(await typed(script)).toEqual([
      ['decision', 'Asked “Which store should hold the cache?”, the answer was “Valkey”'],
    ])
  })

  test.each([
    ['leave to proceed', 'Shall I proceed with the cache plan?', 'Yes, proceed'],
    [
      'what is done now',
      'What would you like to do with this todo of the cache?',
      'Work on it now',
    ],
    ['a choice left to the agent', 'How should readers of the cache see a miss?', 'You decide'],
    [
      'a question',
      'Should the cache be shared by tenants?',
      'What are the drawbacks of a shared one?',
    ],
    ['a letter of a list', 'Which design should the cache page have?', 'Option A: Terminal'],
    [
      'what only the talk explains',
      'Based on the tradeoffs — which approach to caching?',
      'Hybrid',
    ],
  ])('an answer that is %s is no decision', async (_, question, answer) => {
    const script = transcript()
      .human('Add caching')
      .tool(
        'AskUserQuestion',
        {},
        `User has answered your questions: "${question}"="${answer}". You can now continue.`,
      )
      .says('Understood.')
    expect(await typed(script)).toEqual([])
  })

  test('a decision of the assistant says what was chosen over what, and keeps its reason', async () => {
    const script = transcript()
      .human('Why do jobs run twice?')
      .read('src/handler.ts')
      .says(
        'The root cause: `retry` runs in each handler rather than in the queue, because handlers cannot see `attempts` and retry inside a retry.',
      )
    expect(await typed(script)).toEqual([
      [
        'discovery',
        '`retry` runs in each handler rather than in the queue, because handlers cannot see `attempts` and retry inside a retry',
      ],
    ])
  })

  test('a discovery', async () => {
    const script = transcript()
      .human('why does the release PR not start CI?')
      .read('.github/workflows/release.yml')
      .says(
        'The root cause is that pull requests created with the default `GITHUB_TOKEN` do not trigger other workflows, to prevent endless loops.',
      )
    expect(await typed(script)).toEqual([
      [
        'discovery',
        'Pull requests created with the default `GITHUB_TOKEN` do not trigger other workflows, to prevent endless loops',
      ],
    ])
  })

  test('what the next prompt denies is taken back, unless a check had borne it out', async () => {
    const found = () =>
      transcript()
        .human('why does the release PR not start CI?')
        .read('.github/workflows/release.yml')
        .says(
          'The root cause is that pull requests created with the default `GITHUB_TOKEN` do not trigger other workflows, to prevent endless loops.',
        )
    expect(await typed(found().human('no, it still does not start').says('Hm.'))).toEqual([])
    expect(await typed(found().human('great, thanks').says('Fine.'))).toHaveLength(1)
    const checked = transcript()
      .human('why does the release PR not start CI?')
      .shell('npm test', '3 passed, 0 failed')
      .says(
        'The root cause is that pull requests created with the default `GITHUB_TOKEN` do not trigger other workflows, to prevent endless loops.',
      )
    expect(await typed(checked.human('still red, but for lint').says('Ah.'))).toHaveLength(1)
  })
})

test("in a subagent's session the words of the prompt are an agent's", async () => {
  const { observations } = await distilTranscript(
    transcript({ kind: 'subagent' })
      .message('injected', 'Decide on the store. We should never use a file instead of the db.')
      .says('Noted.')
      .end(),
  )
  expect(observations.map(({ origin }) => origin)).not.toContain('human')
})

test('a bare "yes" is summed up with the question it answers', async () => {
  const { summaries } = await distilTranscript(
    transcript()
      .human('the build is slow')
      .says('The bundle has no cache. Should I add one to `build.mjs`?')
      .human('yes')
      .edit('build.mjs')
      .says('Added a cache to the build.')
      .end(),
  )
  expect(summaries.at(-1)?.request).toBe('Yes (to: “Should I add one to `build.mjs`?”)')
})

test('each commit of a long run of work is an observation of its own', async () => {
  const { observations } = await distilTranscript(
    transcript()
      .human('Build the importer and its command')
      .edit('src/import.ts', { operation: 'create', added: 90, removed: 0 })
      .shell('git commit -am "feat: read session files in one pass"')
      .edit('src/command.ts', { operation: 'create', added: 40, removed: 0 })
      .shell("git commit -am 'feat(cli): add the import command'")
      .says('Both are in.')
      .end(),
  )
  expect(observations.map(({ title, filesModified }) => [title, filesModified])).toEqual([
    ['Read session files in one pass', ['src/import.ts']],
    ['Add the import command', ['src/command.ts']],
  ])
})

test('scratch files and other tools’ folders are no files of the project', async () => {
  const { observations } = await distilTranscript(
    transcript()
      .human('note the plan')
      .tool('Write', { file_path: '/tmp/plan.md' })
      .tool('Write', { file_path: '/home/me/.claude/plans/plan.md' })
      .tool('Write', { file_path: '/repo/docs/plan.md' })
      .says('Wrote the plan to `docs/plan.md` with its three phases.')
      .end(),
  )
  expect(observations.map(({ filesModified }) => filesModified)).toEqual([['docs/plan.md']])
})
