import type { AgentsMdPullRequest } from '@teamlore/shared/agents-md-pull-request'
import { expect, test } from 'vitest'
import { pullRequestWords } from './pull-request-words.ts'

const shown = (fields: Partial<AgentsMdPullRequest>): AgentsMdPullRequest => ({
  is_on: false,
  host: null,
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
    /No connected GitHub App or GitLab token reaches the repository.*`lore agents-md export`/,
  ],
  [
    shown({ host: 'github', repository: 'acme/harbour' }),
    /^Off\. .*acme\/harbour by a pull request.*contents/,
  ],
  [
    shown({ host: 'gitlab', repository: 'acme/harbour' }),
    /^Off\. .*acme\/harbour by a merge request.*the scope api and the role Developer/,
  ],
  [
    shown({ is_on: true, host: 'gitlab', repository: 'acme/harbour' }),
    /kept up to date by one merge request/,
  ],
  [
    shown({ is_on: true, host: 'github', path: 'CLAUDE.md', repository: 'acme/harbour' }),
    /^The section in CLAUDE\.md of acme\/harbour is kept up to date/,
  ],
])('what the server does by itself is said in words: %#', (given, words) => {
  expect(pullRequestWords(given)).toMatch(words)
})
