import { describe, expect, test } from 'vitest'
import { transcript } from '../testing/build-transcript.ts'
import { distilTranscript } from '../testing/distil-transcript.ts'

const FINDING =
  'The `readLines()` loop drops the last line when the file has no newline, because it only emits on newlines.'

describe('what teaches nothing', () => {
  const nothing = async (script: ReturnType<typeof transcript>) =>
    expect((await distilTranscript(script.end())).observations).toEqual([])

  test('politeness and plans yield no observation', async () => {
    await nothing(
      transcript()
        .human('hi')
        .says("Great question! Let me check the code. I'll now read the file.")
        .read('src/a.ts')
        .says('Perfect! Everything looks good. All tests pass. Let me know if you need more.'),
    )
  })

  test('an echo of the project guide is not learned again', async () => {
    const rule =
      'Never write to the database outside of a transaction because the relay would miss the event.'
    await nothing(
      transcript()
        .human('what are the rules here?')
        .read('AGENTS.md', `# Rules\n\n- ${rule}\n`)
        .says(`The key point is: ${rule}`),
    )
    await nothing(
      transcript().message('injected', rule).human('and now?').says(`The issue is: ${rule}`),
    )
  })

  test("the coding tool's wrappers are not what the person said", async () => {
    const { summaries } = await distilTranscript(
      transcript()
        .human(
          '<system-reminder>We decided to never use tabs.</system-reminder>Rename the helper\n<ide_opened_file>The user opened x.ts</ide_opened_file>',
        )
        .edit('src/helper.ts')
        .says('Changed `makeSlug` to `slugify` in all seven routes that build addresses.')
        .end(),
    )
    expect(summaries[0]?.request).toBe('Rename the helper')
    expect(JSON.stringify(summaries)).not.toContain('tabs')
  })

  test('errors of the service in place of an answer are left out', async () => {
    await nothing(
      transcript().human('go on').says('API Error: 529 because the root cause is overload.'),
    )
  })

  test('rewound turns are left out', async () => {
    await nothing(
      transcript()
        .human('why?')
        .message('assistant', 'The root cause is that `parse()` ignores the second argument.', {
          isAbandoned: true,
        }),
    )
  })

  test('a compaction session repeats another one and is left out', async () => {
    const whole = transcript().human('why?').read('src/a.ts').says(FINDING).end()
    expect(
      await distilTranscript({ ...whole, session: { ...whole.session, kind: 'compaction' } }),
    ).toEqual({ observations: [], summaries: [] })
  })

  test('the same finding said twice is one observation', async () => {
    const script = transcript().human('look').read('src/socket.ts').says('Hm.')
    for (let i = 0; i < 3; i++)
      script.human(`and attempt ${i}?`).read('src/socket.ts').says(`Found it! ${FINDING}`)
    expect((await distilTranscript(script.end())).observations).toHaveLength(1)
  })
})
