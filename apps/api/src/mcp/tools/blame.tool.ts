import { createHash } from 'node:crypto'
import { fitWithin, type Piece } from '@teamlore/core'
import type { Blamed } from '@teamlore/shared/blame'
import { z } from 'zod'
import type { Answer } from '../budget.ts'
import { frame } from '../quoting/frame.ts'
import { label, QUOTED, quotedLine } from '../quoting/quote.ts'
import { budgetInput } from '../shared-input.ts'
import { defineTool, ToolInputError } from '../tool.ts'

const input = z.strictObject({
  path: z.string().min(1).max(4_096).describe('The file, as the repository has it.'),
  lines: z
    .array(z.string().max(5_000))
    .max(200)
    .default([])
    .describe('The lines themselves, word for word: they are hashed, and found by that.'),
  commit: z
    .string()
    .regex(/^[0-9a-f]{7,64}$/)
    .optional()
    .describe('Hash that git blame gave for them, where you know it.'),
  budget_tokens: budgetInput(2_000),
})

const row = z.object({
  lines: z.array(z.number()),
  origin: z.string(),
  confidence: z.number(),
  reasons: z.array(z.string()),
  commit: z.string().nullable(),
  subject: z.string().nullable(),
  session: z.string().nullable(),
  title: z.string().nullable(),
  prompt_id: z.string().nullable(),
  prompt: z.string().nullable(),
  excerpt: z.string().nullable(),
})
type Row = z.output<typeof row>

const output = z.object({
  answers: z.array(row),
  left_out: z.number(),
  note: z
    .string()
    .nullable()
    .describe('Where nothing is known of the lines: which file was perhaps meant.'),
})

export const blameTool = defineTool({
  name: 'lore_blame',
  title: 'Find who wrote lines of code, and why',
  description: [
    'From lines of a file to the coding session that wrote them, the prompt a person had given, and what was said then. Give the',
    'lines word for word, and the hash of git blame where you know it. Says "person" where no captured session wrote them, and how',
    'sure that is. lore_get opens the prompt whole.',
  ].join(' '),
  input,
  output,
  run: async ({ useCases, scope }, { path, lines, commit, budget_tokens }) => {
    const prints = lines.map(printOf)
    const asked = (prints.length === 0 ? [null] : prints)
      .map((print, n) => ({ n, path, sha: commit ?? null, print }))
      .filter(({ sha, print }) => sha !== null || print !== null)
    if (asked.length === 0) throw new ToolInputError('Give lines that are not blank, or a commit.')
    const found = await useCases.blameLines(scope, {
      lines: asked.map(({ path: file, sha, print }) => ({ path: file, sha, print })),
    })
    const pieces = found.answers.map((answer, place) =>
      pieceOf(
        answer,
        found.lines.flatMap((of, index) => (of === place ? [(asked[index]?.n ?? 0) + 1] : [])),
      ),
    )
    const isKnown = found.answers.some(({ session, commit: of }) => session !== null || of !== null)
    const note = isKnown ? null : await useCases.noteOnFile(scope, { file: path })
    return fitWithin({ pieces, budget: budget_tokens, mayskip: false, render: rendering(note) })
      .answer
  },
})

const printOf = (line: string): string | null =>
  line.trim() === '' ? null : createHash('sha256').update(line.trim()).digest('hex').slice(0, 16)

const pieceOf = (answer: Blamed, lines: number[]): Piece<Row> => {
  const data: Row = {
    lines,
    origin: answer.origin,
    confidence: answer.confidence,
    reasons: answer.reasons.map(quotedLine),
    commit: answer.commit?.sha ?? null,
    subject: answer.commit && label(answer.commit.subject),
    session: answer.session?.id ?? null,
    title: answer.session && label(answer.session.title),
    prompt_id: answer.prompt?.message_id ?? null,
    prompt: answer.prompt && quotedLine(answer.prompt.text),
    excerpt: answer.excerpt && quotedLine(answer.excerpt.text),
  }
  const who =
    data.session === null
      ? data.origin === 'person'
        ? 'a person wrote this'
        : 'unknown'
      : `session ${data.session} ${data.title}`
  const text = [
    `Lines ${lines.slice(0, 20).join(', ')}: ${who} (${Math.round(100 * data.confidence)} % sure: ${data.reasons.join('; ')})`,
    ...(data.commit === null ? [] : [`Commit ${data.commit.slice(0, 12)} ${data.subject}`]),
    ...(data.prompt === null ? [] : [`Asked (${data.prompt_id}): ${data.prompt}`]),
    ...(data.excerpt === null ? [] : [`Said then: ${data.excerpt}`]),
  ].join('\n  ')
  return { text, data }
}

const rendering =
  (note: string | null) =>
  (
    kept: readonly Row[],
    texts: readonly string[],
    { count }: { count: number },
  ): Answer<z.input<typeof output>> => ({
    text: [
      frame('blame', { note: QUOTED }, texts),
      ...(note === null ? [] : [quotedLine(note)]),
      ...(count > 0 ? [`${count} left out: raise budget_tokens.`] : []),
    ].join('\n'),
    data: { answers: [...kept], left_out: count, note },
  })
