import { fitWithin, type Piece } from '@teamlore/core'
import type { Commit, SessionLink } from '@teamlore/shared/commits'
import { z } from 'zod'
import type { Answer } from '../budget.ts'
import { frame } from '../quoting/frame.ts'
import { label, QUOTED, quotedLine } from '../quoting/quote.ts'
import { budgetInput } from '../shared-input.ts'
import { defineTool } from '../tool.ts'

const input = z.strictObject({
  commit: z
    .string()
    .min(7)
    .max(70)
    .describe('Hash of the commit, its first 7 or more digits, or its id (cmt_…).'),
  min_confidence: z.number().min(0).max(1).default(0.5).describe('Only links at least so sure.'),
  budget_tokens: budgetInput(1_500),
})

const row = z.object({
  id: z.string(),
  title: z.string(),
  tool: z.string(),
  author: z.string(),
  relation: z.string(),
  confidence: z.number(),
  reasons: z.array(z.string()),
})
type Row = z.output<typeof row>

const output = z.object({
  commit: z.object({ id: z.string(), sha: z.string(), subject: z.string(), author: z.string() }),
  sessions: z.array(row),
  left_out: z.number(),
})

export const getLinkedSessionsTool = defineTool({
  name: 'lore_get_linked_sessions',
  title: 'Find the sessions behind a commit',
  description: [
    'Names the coding sessions that wrote a commit or were at work on it, the surest first, each with its confidence and the',
    'reasons for it. Take it when git blame gave a hash and you want to know why; lore_get_session reads a session.',
  ].join(' '),
  input,
  output,
  run: async ({ useCases, scope }, { commit: named, min_confidence, budget_tokens }) => {
    const commit = await useCases.getCommit(scope, { id: named.trim().toLowerCase() })
    const links = commit.sessions.filter(({ confidence }) => confidence >= min_confidence)
    return fitWithin({
      pieces: links.map(pieceOf),
      budget: budget_tokens,
      mayskip: false,
      render: (kept, texts, { count }) => render(commit, kept, texts, count),
    }).answer
  },
})

const pieceOf = ({ session, relation, confidence, reasons }: SessionLink): Piece<Row> => {
  const data = {
    id: session.id,
    title: label(session.title),
    tool: session.tool,
    author: label(session.author.name),
    relation,
    confidence,
    reasons: reasons.map(quotedLine),
  }
  const sure = `${relation}, ${Math.round(100 * confidence)} % sure`
  return { text: `${data.id} ${data.title} (${sure}): ${data.reasons.join('; ')}`, data }
}

const render = (
  commit: Commit,
  kept: readonly Row[],
  texts: readonly string[],
  leftOut: number,
): Answer<z.input<typeof output>> => {
  const [subject, author] = [label(commit.subject), label(commit.author.name)]
  const none = commit.is_linked
    ? 'No session is known to have written it: a person may have.'
    : 'Its sessions were not looked for yet; ask again in a moment.'
  return {
    text: [
      frame('linked_sessions', { note: QUOTED }, [
        `Commit ${commit.sha.slice(0, 12)}: ${subject}, by ${author}`,
        ...texts,
      ]),
      ...(kept.length + leftOut === 0 ? [none] : []),
      ...(leftOut > 0 ? [`${leftOut} left out: raise budget_tokens.`] : []),
    ].join('\n'),
    data: {
      commit: { id: commit.id, sha: commit.sha, subject, author },
      sessions: [...kept],
      left_out: leftOut,
    },
  }
}
