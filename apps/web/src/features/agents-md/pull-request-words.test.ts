import type { AgentsMdPullRequest } from '@teamlore/shared/agents-md-pull-request'
import { expect, test } from 'vitest'
import { pullRequestWords } from './pull-request-words.ts'

const shown = (fields: Partial<AgentsMdPullRequest>): AgentsMdPullRequest => ({
  is_on: false,
  path: 'AGENTS.md',
  repository: null,
  branch: 'teamlore/agents-md',
  state: 'none',
  number: null,
  url: null,
  note: null,
  looked_at: null,
  written_at: null,
  ...fields,
})

test.each([
  [
    shown({}),
    /No connected GitHub App is installed on the repository.*on GitLab, `lore agents-md export`/,
  ],
  [shown({ repository: 'acme/harbour' }), /^Off\. .*acme\/harbour/],
  [
    shown({ is_on: true, path: 'CLAUDE.md', repository: 'acme/harbour' }),
    /^The section in CLAUDE\.md of acme\/harbour is kept up to date/,
  ],
])('what the server does by itself is said in words: %#', (given, words) => {
  expect(pullRequestWords(given)).toMatch(words)
})
