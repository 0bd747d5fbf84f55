import type { CommentOwner, MemoryRow, TeamRepositories } from '@teamlore/db'
import { type MemoryKind, NO_SLOTS } from '@teamlore/shared/memories'
import { createMemory } from '../write-memory.ts'
import type { Writing } from '../writing.types.ts'
import { anchorAt } from './follow-anchors.ts'
import type { CommentHere } from './match-comments.ts'

/** What a comment says, as a draft of a tool's words: no policy makes it active, a person does. */
export const draftOf = (
  repos: TeamRepositories,
  writing: Writing,
  { owner, comment, kind }: { owner: CommentOwner; comment: CommentHere; kind: MemoryKind },
): Promise<MemoryRow> => {
  const { marker, text, path, line } = comment
  const at = writing.at.toISOString()
  return createMemory(repos, writing, {
    projectId: owner.projectId,
    privateTo: owner.privateTo,
    kind,
    statement: text,
    reason: '',
    rejected: [],
    slots: NO_SLOTS,
    questions: [],
    origin: 'tool',
    authorId: null,
    validFrom: writing.at,
    anchors: [anchorAt(comment)],
    evidence: [
      {
        kind: 'document',
        ref: `${path}:${line}`.slice(0, 300),
        session_id: null,
        quote: `${marker}: ${text}`.slice(0, 1_000),
        origin: 'tool',
        user_id: null,
        machine_id: null,
        occurred_at: null,
        recorded_at: at,
      },
    ],
    isDraft: true,
    change: 'mined',
    note: `a comment in the code marked ${marker}`,
  })
}
