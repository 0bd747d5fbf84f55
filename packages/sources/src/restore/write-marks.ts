import type { Block } from '@teamlore/shared'
import type { Marked } from '../marks/restored-mark.ts'
import type { KeptMessage, KeptSession } from './restored.types.ts'

/** What a record of a message is marked with; nothing where the server does not say the key. */
export const createMarks = (session: KeptSession) => {
  const keys = new Map(session.messages.map(({ id, key }) => [id, key]))
  const { nativeId: as, original } = session
  const ofSession = {
    as,
    native_id: original.nativeId,
    fork: original.isFork,
    title: original.title,
  }
  return {
    head: { teamlore: { session: ofSession } } satisfies Marked,
    of: (message: KeptMessage, blocks: readonly Block[]): Marked => {
      const { key, parentId, ts, role, kind, model, isAbandoned } = message
      if (key === undefined) return {}
      const parent = parentId === null ? null : (keys.get(parentId) ?? null)
      const cuts = blocks.flatMap((block) =>
        block.type === 'tool_result' ? [block.cut ?? null] : [],
      )
      const mark = { key, parent, ts, role, kind, model, abandoned: isAbandoned }
      return { teamlore: cuts.some((cut) => cut !== null) ? { ...mark, cuts } : mark }
    },
  }
}

/** Both, on one record. */
export const withHead = ({ teamlore }: Marked, { teamlore: head }: Marked): Marked => ({
  teamlore: Object.assign({}, teamlore, head),
})
