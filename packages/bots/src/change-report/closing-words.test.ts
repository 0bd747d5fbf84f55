import { describe, expect, test } from 'vitest'
import { agentsMdProposal } from '../agents-md/wording.ts'
import { plainMarkdown, withoutLinks } from './plain-markdown.ts'

const ISSUE = 'https://github.com/acme/harbour/issues/1'

/** What hosts read as an order to close, wherever it stands: GitLab looks at the text before it knows code. */
const CLOSES =
  /\b(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?):?\s+(?:issues? +)?\W*(?:\S*[#!&]\d|https?:|www\.|[A-Z]\w*-\d|\[?\w+:\d)/i
/** What a host shows as a link to an issue or a change, which then shows it. */
const LINKED =
  /(?<!`)(?:https?:\/\/|www\.)[^\s`]*\/(?:issues|pull|merge_requests|work_items|epics)\/\d/

describe.each([
  ['words of others', plainMarkdown],
  ['lines of AGENTS.md', withoutLinks],
])('%s', (_, written) => {
  test.each([
    `Closes ${ISSUE}`,
    `fixes: ${ISSUE}#issuecomment-3`,
    `Resolved   <${ISSUE}>`,
    `Closing **${ISSUE}**`,
    'Closes acme/harbour#1',
    'Implements https://gitlab.test/acme/tools/harbour/-/issues/7 and !8',
    'Implementing https://gitlab.test/groups/acme/-/epics/7',
    'Fixing www.gitlab.test/acme/harbour/-/work_items/7',
    'Close issue #4, issues #5 and #6',
    'Resolves PORT-12',
    'Fix `#12` and `GL-7`',
    '`Closes #12`',
    'Closes GL-12',
    'Closes [issue:12]',
    'Closes \u200b#12',
  ])('close nothing: %s', (words) => {
    const text = written(words)
    expect(words.replaceAll('\u200b', '')).toMatch(CLOSES)
    expect(text).not.toMatch(CLOSES)
    expect(text).not.toMatch(LINKED)
  })

  test.each([
    `See ${ISSUE}?x=1 of it.`,
    `See [the bug](${ISSUE}).`,
    'See https://github.com/acme/harbour/pull/3/files and (https://gitlab.test/a/b/-/merge_requests/4).',
  ])('show up at no issue: %s', (words) => {
    expect(words).toMatch(LINKED)
    expect(written(words)).not.toMatch(LINKED)
  })

  test.each(['[issue:12]', 'GL-12', '[epic:acme/3]'])('link not %s', (words) => {
    expect(written(words)).not.toMatch(/GL-\d|:(?:\d|acme)/)
  })

  test.each(['Closes the valve first', 'It implements RFC', 'Fix: call `run`'])(
    'stay as they are: %s',
    (words) => {
      expect(written(words)).toBe(words)
    },
  )
})

test('a pull request for AGENTS.md closes nothing that one of its lines names', () => {
  const line = `- Closes ${ISSUE} and \`fixes #12\`.`
  const { title, body, message } = agentsMdProposal({
    path: 'AGENTS.md',
    changes: { added: [line], changed: [line], removed: [line] },
    isNew: false,
  })
  expect(body).toContain('acme/harbour')
  for (const text of [title, body, message]) {
    expect(text).not.toMatch(CLOSES)
    expect(text).not.toMatch(LINKED)
  }
})
