import {
  type AgentsMdEdit,
  agentsMdFileSchema,
  agentsMdImportedSchema,
  agentsMdImportSchema,
  agentsMdMergedSchema,
  agentsMdPolicySchema,
  agentsMdSchema,
  setAgentsMdPolicySchema,
} from '@teamlore/shared/agents-md'
import {
  agentsMdPullRequestSchema,
  setAgentsMdPullRequestSchema,
} from '@teamlore/shared/agents-md-pull-request'
import type { z } from 'zod'
import { errorBody, Refusal } from './refusal.ts'

const PROJECT = { id: 'prj_01k9x2f0000000000000000000', name: 'acme/harbour' }
const POLICY = {
  kinds: ['decision' as const, 'gotcha' as const],
  min_confidence: 0.6,
  max_tokens: 1500,
  is_own: false,
}
export const FAKE_SECTION =
  '<!-- teamlore:begin 0123456789ab -->\n- Retry five times.\n<!-- teamlore:end -->\n'

/** What a test sets. */
export const fake: { entries: number; isProposed: boolean; host: 'github' | 'gitlab' } = {
  entries: 1,
  isProposed: false,
  host: 'github',
}

/** What the fake server takes for an edit by hand. */
const editsIn = (text: string): AgentsMdEdit[] =>
  text.includes('by hand')
    ? [
        {
          type: 'added',
          id: null,
          kind: 'decision',
          text: 'Written by hand.',
          is_conflict: false,
          state: 'new',
          memory: null,
        },
      ]
    : []

const fakePullRequest = (body: unknown): [z.ZodType, unknown] => {
  return [
    agentsMdPullRequestSchema,
    {
      is_on: fake.isProposed,
      path: body === undefined ? 'AGENTS.md' : setAgentsMdPullRequestSchema.parse(body).path,
      host: fake.host,
      repository: 'acme/harbour',
      branch: 'teamlore/agents-md',
      state: fake.isProposed ? 'open' : 'none',
      number: fake.isProposed ? 7 : null,
      url: fake.isProposed ? 'https://host.test/acme/harbour/7' : null,
      note: null,
      looked_at: null,
      written_at: null,
    },
  ]
}

/** A server that wants its section to stand at the end of every file. */
export const fakeAgentsMd = (path: string, body: unknown): [z.ZodType, unknown] => {
  const verb = path.split('/')[5]
  if (verb === 'policy')
    return body === undefined
      ? [agentsMdPolicySchema, POLICY]
      : [agentsMdPolicySchema, { ...POLICY, ...setAgentsMdPolicySchema.parse(body), is_own: true }]
  if (verb === 'pull-request') return fakePullRequest(body)
  if (verb === undefined)
    return [
      agentsMdSchema,
      {
        project: PROJECT,
        policy: POLICY,
        text: FAKE_SECTION,
        tokens: 60,
        entries: [
          {
            id: 'mem_01k9x2f0000000000000000000',
            kind: 'decision',
            text: 'Retry five times.',
            tokens: 10,
            confidence: 0.7,
            paths: ['src/retry.ts', '../outside.ts', '/etc/passwd', 'link.ts'],
          },
        ],
        left_out: [],
      },
    ]
  const { text, allow_deletions } = agentsMdImportSchema.parse(body)
  if (verb !== 'import') agentsMdFileSchema.parse(body)
  const isMany = text.includes('lost much')
  if (verb === 'import' && isMany && !allow_deletions)
    throw new Refusal({
      status: 409,
      body: errorBody('agents_md.many_deleted', 'This section lost 12 of its 20 entries.'),
    })
  const edits = editsIn(text)
  if (verb === 'import')
    return [
      agentsMdImportedSchema,
      {
        project: PROJECT,
        edits: edits.map((edit) => ({ ...edit, state: 'waits', memory: 'mem_01k9x2f1' })),
        proposed: edits.length,
        left: text.includes('very long') ? 7 : 0,
      },
    ]
  const isEmpty = fake.entries === 0
  const isCurrent = isEmpty || text.includes(FAKE_SECTION.trim())
  return [
    agentsMdMergedSchema,
    {
      project: PROJECT,
      text: isCurrent ? text : `${text}${FAKE_SECTION}`,
      is_current: isCurrent,
      entries: fake.entries,
      tokens: 60 * fake.entries,
      edits,
      many_deleted: isMany,
      left_out: [{ id: 'mem_01k9x2f2', kind: 'decision', statement: 'x', because: 'said' }],
      collapsed: 0,
    },
  ]
}
