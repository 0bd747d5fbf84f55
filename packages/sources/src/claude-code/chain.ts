import type { MessageDraft } from './message-draft.ts'

type Link = { uuid: string; parent: string | null; draft: MessageDraft | null }

/**
 * Who follows whom. Parents are often records that are no messages (progress, system, attachments), so every uuid is
 * kept. The chain never decides the order of messages: parallel calls fork it, and a compaction may cut it off.
 */
export type Chain = ReturnType<typeof createChain>

export const createChain = () => {
  const links = new Map<string, Link>()

  /** Nearest message at or above a uuid, remembered in `nearest` for every uuid on the way. */
  const nearestTo = (
    uuid: string,
    nearest: Map<string, MessageDraft | null>,
  ): MessageDraft | null => {
    const direct = links.get(uuid)?.draft
    if (direct) return direct
    const passed = new Set<string>()
    let found: MessageDraft | null = null
    for (let at: string | null = uuid; at !== null && !passed.has(at); ) {
      const known = nearest.get(at)
      const link: Link | undefined = links.get(at)
      found = known ?? link?.draft ?? null
      if (known !== undefined || found !== null) break
      passed.add(at)
      at = link?.parent ?? null
    }
    for (const on of passed) nearest.set(on, found)
    return found
  }

  return {
    has: (uuid: string): boolean => links.has(uuid),
    /** A uuid as the text that is in memory already. */
    sameAs: (uuid: string | null): string | null =>
      uuid === null ? null : (links.get(uuid)?.uuid ?? uuid),
    add: (uuid: string | null, parent: string | null, draft: MessageDraft | null): void => {
      if (uuid !== null && !links.has(uuid)) links.set(uuid, { uuid, parent, draft })
    },
    /**
     * Sets for each message which one it answers (null at the beginning and where the chain is broken), and whether it is on
     * a branch that a person left: of prompts with one parent, all but the last, and what follows them. More may be added
     * and settled after that.
     */
    settle: (drafts: readonly MessageDraft[]): void => {
      const nearest = new Map<string, MessageDraft | null>()
      const left = rewoundPrompts(drafts)
      const abandoned = left.length === 0 ? null : followersOf(left, links)
      for (const draft of drafts) {
        const { parentUuid } = draft
        draft.parent = parentUuid === null ? null : nearestTo(parentUuid, nearest)
        draft.isAbandoned = abandoned?.has(draft) === true
      }
    },
  }
}

const rewoundPrompts = (drafts: readonly MessageDraft[]): string[] => {
  const byParent = new Map<string, string[]>()
  for (const { kind, role, uuid, parentUuid } of drafts) {
    if (kind !== 'human' || role !== 'user' || uuid === null || parentUuid === null) continue
    const siblings = byParent.get(parentUuid)
    if (siblings) siblings.push(uuid)
    else byParent.set(parentUuid, [uuid])
  }
  return [...byParent.values()].flatMap((prompts) => prompts.slice(0, -1))
}

const followersOf = (roots: readonly string[], links: Map<string, Link>): Set<MessageDraft> => {
  const children = new Map<string, string[]>()
  for (const [uuid, { parent }] of links) {
    if (parent === null) continue
    const siblings = children.get(parent)
    if (siblings) siblings.push(uuid)
    else children.set(parent, [uuid])
  }
  const found = new Set<MessageDraft>()
  const passed = new Set<string>()
  const waiting = [...roots]
  for (let uuid = waiting.pop(); uuid !== undefined; uuid = waiting.pop()) {
    if (passed.has(uuid)) continue
    passed.add(uuid)
    const draft = links.get(uuid)?.draft
    if (draft) found.add(draft)
    for (const child of children.get(uuid) ?? []) waiting.push(child)
  }
  return found
}
