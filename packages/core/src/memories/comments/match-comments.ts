import type { StoredComment } from '@teamlore/db'
import type { MemoryComment } from '@teamlore/shared/memory-comments'

/** A comment as it came, with the hash that it is known by. */
export type CommentHere = MemoryComment & { hash: string }

export type Matched = {
  /** Where it was, though its line may be another. */
  same: { stored: StoredComment; here: CommentHere }[]
  /** The same words in another file, and not in the one they were in. */
  moved: { stored: StoredComment; here: CommentHere }[]
  /** The same words in one more file. */
  copies: { of: StoredComment; here: CommentHere }[]
  fresh: CommentHere[]
  /** Nowhere any more. */
  missing: StoredComment[]
}

const placeOf = ({ hash, path }: Pick<StoredComment, 'hash' | 'path'>): string => `${hash} ${path}`

/**
 * Which comments are those of before: first by words and file, then by words alone, in the order they stand in. What moved is
 * looked for among what is gone, too, since a comment may leave one file in one commit and come to another in the next.
 */
export const matchComments = (
  before: readonly StoredComment[],
  comments: readonly CommentHere[],
): Matched => {
  // Of words that stand twice in a file the first place counts.
  const here = new Map<string, CommentHere>()
  for (const comment of comments)
    if (!here.has(placeOf(comment))) here.set(placeOf(comment), comment)
  const matched: Matched = { same: [], moved: [], copies: [], fresh: [], missing: [] }
  const left: StoredComment[] = []
  for (const stored of before) {
    const found = here.get(placeOf(stored))
    if (found === undefined) left.push(stored)
    else matched.same.push({ stored, here: found })
    here.delete(placeOf(stored))
  }
  for (const comment of here.values()) {
    const at = left.findIndex(({ hash }) => hash === comment.hash)
    const stored = left[at]
    const twin = before.find(({ hash }) => hash === comment.hash)
    if (stored !== undefined) {
      matched.moved.push({ stored, here: comment })
      left.splice(at, 1)
    } else if (twin !== undefined) matched.copies.push({ of: twin, here: comment })
    else matched.fresh.push(comment)
  }
  matched.missing.push(...left)
  return matched
}
