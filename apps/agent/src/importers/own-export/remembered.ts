import type { Redactor } from '@teamlore/redaction'
import { ApiError, type LoreClient } from '@teamlore/shared'
import type { MemoryEntry } from '@teamlore/shared/memories'
import type { OwnSurvey } from './own-export.types.ts'

/** What holds, or waits to be reviewed; what was rejected or replaced stays where it is. */
const BROUGHT: ReadonlySet<string> = new Set(['active', 'unreviewed', 'draft'])

export const isBrought = ({ status }: MemoryEntry): boolean => BROUGHT.has(status)

/** A memory as its person would write it in another team. What it rested on means nothing there. */
export const rememberedAs = (
  memory: MemoryEntry,
  { remotes }: Pick<OwnSurvey, 'remotes'>,
  redactor: Redactor,
): Parameters<LoreClient['memories']['remember']>[0] => {
  const clean = (text: string): string => redactor.redact(text).text
  const { project } = memory
  return {
    kind: memory.kind,
    topic: clean(memory.topic),
    statement: clean(memory.statement),
    reason: clean(memory.reason),
    rejected: memory.rejected.map(clean),
    questions: memory.questions.map(clean),
    origin: memory.origin,
    visibility: memory.visibility,
    valid_from: memory.valid_from,
    draft: memory.status === 'draft',
    anchors: memory.anchors
      .filter(({ is_inherited }) => !is_inherited)
      .map(({ path, symbol, start_line, end_line, content_hash }) => ({
        path,
        symbol,
        start_line,
        end_line,
        content_hash,
      })),
    ...(project === null ? {} : { project: remotes.get(project.id) ?? project.name }),
  }
}

/** Why the server did not take a memory; what is no answer of its own is thrown. */
export const refusalOf = (error: unknown): string => {
  if (!(error instanceof ApiError) || error.status >= 500 || error.status === 401) throw error
  return error.code === 'memory.project_unknown'
    ? 'the team has no such project: no session of it was brought'
    : error.message
}
