import { describe, expect, test } from 'vitest'
import { distilExtractive } from './distil-extractive.ts'
import { transcript } from './testing/build-transcript.ts'

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

describe('a repaired bug', () => {
  const { observations, summaries } = distilExtractive(leakFixed())
  const bugfix = observations.find(({ type, origin }) => type === 'bugfix' && origin === 'agent')

  test('is named by its commit, with the cause beside it', () => {
    expect(bugfix).toMatchObject({
      title: 'Release the client when the handshake fails',
      subtitle: 'The `SessionPool` never releases a client when `connect()` throws',
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
    const told = observations.filter(({ origin }) => origin === 'tool')
    expect(told).toHaveLength(1)
    expect(told[0]).toMatchObject({
      type: 'bugfix',
      title: '`npm test` failed: Error: timeout waiting for a free client',
      facts: ['Error: timeout waiting for a free client'],
    })
    const others = observations.filter(({ origin }) => origin !== 'tool')
    expect(JSON.stringify(others)).not.toContain('free client')
  })

  test('is summed up in six parts', () => {
    expect(summaries).toEqual([
      {
        promptId: 'msg_00000000000000000000000000',
        promptNumber: 1,
        request:
          'Our login hangs after a while. Can you find out why and fix the login, please? The log is at logs/app.log',
        investigated: 'Read src/pool.ts. Ran `npm test`.',
        learned: 'The `SessionPool` never releases a client when `connect()` throws.',
        completed:
          'Release the client when the handshake fails. Changed src/pool.ts, src/pool.test.ts.',
        nextSteps: 'Open question: Would you like me to push this?',
        notes: 'The retry limit of 3 is unchanged.',
        occurredAt: new Date('2026-03-02T09:00:00Z'),
      },
    ])
  })
})

describe('the six types', () => {
  const typesOf = (script: ReturnType<typeof transcript>) =>
    distilExtractive(script.end()).observations.map(({ type, title }) => [type, title])

  test('a decision of the person stays in their words', () => {
    const script = transcript()
      .human('No, we should never store the raw key. Use the sha256 instead of the key itself.')
      .says('Understood. I will store the hash.')
    expect(typesOf(script)).toEqual([['decision', 'We should never store the raw key']])
    expect(distilExtractive(script.end()).observations[0]?.origin).toBe('human')
  })

  test("an answer to the assistant's question is a decision", () => {
    const script = transcript()
      .human('Add caching')
      .tool(
        'AskUserQuestion',
        {},
        'User has answered your questions: "Which store should hold the cache?"="Valkey". You can now continue.',
      )
      .says('Valkey it is.')
    expect(typesOf(script)).toEqual([['decision', 'Which store should hold the cache: Valkey']])
  })

  test('a decision of the assistant says what was chosen over what', () => {
    const script = transcript()
      .human('Where should the retry live?')
      .says(
        'We went with a retry in the queue rather than in each handler, because handlers cannot see `attempts` and would retry inside a retry.',
      )
    expect(typesOf(script)).toEqual([
      [
        'decision',
        'We went with a retry in the queue rather than in each handler, because handlers cannot see `attempts`',
      ],
    ])
  })

  test('a feature', () => {
    const script = transcript()
      .human('Please add a --json flag to the status command')
      .edit('src/status.ts')
      .says("I've added a `--json` flag to the status command. It prints one object per session.")
    expect(typesOf(script)).toEqual([['feature', 'Added a `--json` flag to the status command']])
  })

  test('a refactoring', () => {
    const script = transcript()
      .human('extract the token counting into its own module')
      .edit('src/tokens.ts')
      .says('Moved the counting of tokens into `src/tokens.ts`.')
    expect(typesOf(script)).toEqual([
      ['refactor', 'Moved the counting of tokens into `src/tokens.ts`'],
    ])
  })

  test('a change', () => {
    const script = transcript()
      .human('bump the license year in README.md')
      .edit('README.md')
      .says('Done.')
    expect(typesOf(script)).toEqual([['change', 'Bump the license year in README.md']])
  })

  test('a discovery', () => {
    const script = transcript()
      .human('why does the release PR not start CI?')
      .read('.github/workflows/release.yml')
      .says(
        'The root cause is that pull requests created with the default `GITHUB_TOKEN` do not trigger other workflows, to prevent endless loops.',
      )
    expect(typesOf(script)).toEqual([
      [
        'discovery',
        'Pull requests created with the default `GITHUB_TOKEN` do not trigger other workflows, to prevent endless loops',
      ],
    ])
  })
})

describe('what teaches nothing', () => {
  const nothing = (script: ReturnType<typeof transcript>) =>
    expect(distilExtractive(script.end()).observations).toEqual([])

  test('politeness and plans yield no observation', () => {
    nothing(
      transcript()
        .human('hi')
        .says("Great question! Let me check the code. I'll now read the file.")
        .read('src/a.ts')
        .says('Perfect! Everything looks good. All tests pass. Let me know if you need more.'),
    )
  })

  test('an echo of the project guide is not learned again', () => {
    const rule =
      'Never write to the database outside of a transaction because the relay would miss the event.'
    nothing(
      transcript()
        .human('what are the rules here?')
        .read('AGENTS.md', `# Rules\n\n- ${rule}\n`)
        .says(`The key point is: ${rule}`),
    )
    nothing(transcript().message('injected', rule).human('and now?').says(`The issue is: ${rule}`))
  })

  test("the coding tool's wrappers are not what the person said", () => {
    const { summaries } = distilExtractive(
      transcript()
        .human(
          '<system-reminder>We decided to never use tabs.</system-reminder>Rename the helper\n<ide_opened_file>The user opened x.ts</ide_opened_file>',
        )
        .edit('src/helper.ts')
        .says('Renamed the helper to `slugify`.')
        .end(),
    )
    expect(summaries[0]?.request).toBe('Rename the helper')
    expect(JSON.stringify(summaries)).not.toContain('tabs')
  })

  test('errors of the service in place of an answer are left out', () => {
    nothing(transcript().human('go on').says('API Error: 529 because the root cause is overload.'))
  })

  test('rewound turns are left out', () => {
    nothing(
      transcript()
        .human('why?')
        .message('assistant', 'The root cause is that `parse()` ignores the second argument.', {
          isAbandoned: true,
        }),
    )
  })

  test('a compaction session repeats another one and is left out', () => {
    const whole = leakFixed()
    expect(
      distilExtractive({ ...whole, session: { ...whole.session, kind: 'compaction' } }),
    ).toEqual({ observations: [], summaries: [] })
  })

  test('the same finding said twice is one observation', () => {
    const finding =
      'The root cause is that `flush()` silently drops events when the socket is closed.'
    const script = transcript()
    for (let i = 0; i < 3; i++) script.human(`and attempt ${i}?`).says(finding)
    expect(distilExtractive(script.end()).observations).toHaveLength(1)
  })
})

test("in a subagent's session the words of the prompt are an agent's", () => {
  const { observations } = distilExtractive(
    transcript({ kind: 'subagent' })
      .message(
        'injected',
        'Decide on the store. We should never use a file instead of the database.',
      )
      .says('Noted.')
      .end(),
  )
  expect(observations.map(({ origin }) => origin)).toEqual(['agent'])
})

test('a bare "yes" is summed up with the question it answers', () => {
  const { summaries } = distilExtractive(
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

test('each commit of a long run of work is an observation of its own', () => {
  const { observations } = distilExtractive(
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

test('scratch files and other tools’ folders are no files of the project', () => {
  const { observations } = distilExtractive(
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
