import { type Planted, textOf } from './planted.ts'

type Row = readonly [table: string, row: Record<string, unknown>]
type Make = (path: string, rows: readonly Row[]) => string
type Makers = Record<'claudeMemDatabase' | 'loreDatabase' | 'loreaiDatabase', Make>

/** By its path, since the agent is a program of its own: what makes databases for its tests is none of ours. */
const makers = async (): Promise<Makers> => {
  const path = '../../../agent/src/importers/testing/peer-databases.ts'
  return import(new URL(path, import.meta.url).pathname)
}

const AT = '2025-03-04T05:06:07.000Z'
const EPOCH = Date.parse(AT)

/** Databases of other memories, in which each planted secret stands in every place that holds text. */
export const plantedDatabases = async (
  pathOf: (name: string) => string,
  planted: readonly Planted[],
): Promise<{ from: string; path: string }[]> => {
  const { claudeMemDatabase, loreDatabase, loreaiDatabase } = await makers()
  return [
    { from: 'claude-mem', path: claudeMemDatabase(pathOf('claude-mem.db'), claudeMem(planted)) },
    { from: 'lore', path: loreDatabase(pathOf('lore.db'), lore(planted)) },
    { from: 'loreai', path: loreaiDatabase(pathOf('loreai.db'), loreai(planted)) },
  ]
}

const claudeMem = (planted: readonly Planted[]): Row[] => {
  const of = { sdk_session_id: 'sdk-1', claude_session_id: 'from-claude-mem', project: 'harbour' }
  const created = { created_at: AT, created_at_epoch: EPOCH }
  return [
    ['sdk_sessions', { ...of, ...created }],
    ...planted.flatMap((one, index): Row[] => {
      const text = textOf(one)
      const numbered = { ...of, ...created, prompt_number: index + 1 }
      const said = { title: text, subtitle: text, narrative: text, facts: [text], concepts: [text] }
      return [
        ['user_prompts', { ...numbered, prompt_text: text }],
        [
          'observations',
          { ...numbered, ...said, session_id: 'sdk-1', tool_name: 'Edit', type: 'bugfix' },
        ],
        [
          'session_summaries',
          { ...numbered, request: text, learned: text, completed: text, next_steps: text },
        ],
      ]
    }),
  ]
}

const lore = (planted: readonly Planted[]): Row[] => {
  const session_id = 'from-lore'
  const begun = { started_at: AT, working_directory: '/nowhere/harbour' }
  return [
    ['sessions', { id: session_id, tool: 'aider', ...begun }],
    ...planted.flatMap((one, index): Row[] => {
      const text = textOf(one)
      const within = { session_id, created_at: AT }
      const call = { type: 'tool_use', id: `t${index}`, name: 'Bash', input: { command: text } }
      const said = { session_id, timestamp: AT }
      return [
        [
          'messages',
          {
            id: `u${index}`,
            idx: 2 * index,
            role: 'user',
            content: [{ type: 'text', text }],
            ...said,
          },
        ],
        [
          'messages',
          { id: `a${index}`, idx: 2 * index + 1, role: 'assistant', content: [call], ...said },
        ],
        ['annotations', { id: `n${index}`, content: text, ...within }],
        ['tags', { id: `t${index}`, label: text, ...within }],
        [
          'session_links',
          { id: `l${index}`, link_type: 'branch', branch: text, created_by: 'user', ...within },
        ],
      ]
    }),
    [
      'summaries',
      { id: 's', session_id, content: planted.map(textOf).join('\n'), generated_at: AT },
    ],
  ]
}

const loreai = (planted: readonly Planted[]): Row[] => {
  const of = { project_id: 'p1', session_id: 'from-loreai', created_at: EPOCH }
  return [
    ['projects', { id: 'p1', path: '/nowhere/harbour', name: 'harbour', created_at: EPOCH }],
    ...planted.flatMap((one, index): Row[] => {
      const text = textOf(one)
      return [
        ['temporal_messages', { id: `m${index}`, role: 'user', content: text, ...of }],
        [
          'distillations',
          {
            id: `d${index}`,
            narrative: text,
            facts: [text],
            source_ids: [],
            observations: text,
            ...of,
          },
        ],
        [
          'knowledge',
          {
            id: `k${index}`,
            project_id: 'p1',
            category: 'gotcha',
            title: text,
            content: text,
            created_at: EPOCH,
            updated_at: EPOCH,
          },
        ],
      ]
    }),
  ]
}
