import type { Block } from '@teamlore/shared'
import { draftMessage, type MessageDraft } from '../turns/session-draft.ts'
import { kindOfText, withoutEditorContext } from './prompt-text.ts'

type Said = { draft: MessageDraft; text: string; by: 'item' | 'event' }

/**
 * A prompt is written twice: as an item for the model and as an event that says a person typed it, right after each other
 * in either order. Items without an event are what the client put in. Files without any such event are judged by text.
 */
export const createPromptMatcher = (isNobodyTyping: () => boolean) => {
  /** Written since the last answer. */
  let recent: Said[] = []
  const items: MessageDraft[] = []
  const confirmed = new Set<MessageDraft>()
  let lastEvent = -1

  const kindTyped = () => (isNobodyTyping() ? ('injected' as const) : ('human' as const))

  const matching = (text: string, by: Said['by']): Said | undefined => {
    const at = recent.findIndex((said) => said.by === by && said.text === text)
    return at === -1 ? undefined : recent.splice(at, 1)[0]
  }

  return {
    /** Null when the event before has already made this message. */
    item: (
      blocks: Block[],
      common: Partial<MessageDraft>,
      /** The client says of itself that it put this in. */
      isPutIn: boolean,
    ): MessageDraft | null => {
      const text = textOf(blocks)
      const match = matching(text, 'event')
      if (match !== undefined) {
        match.draft.blocks = withoutEditorContext(blocks)
        return null
      }
      const kind = kindOfText(text)
      const draft = draftMessage({
        ...common,
        role: 'user',
        kind: kind !== 'human' ? kind : isPutIn ? 'injected' : kindTyped(),
        blocks: withoutEditorContext(blocks),
      })
      recent.push({ draft, text, by: 'item' })
      items.push(draft)
      return draft
    },
    /** Null when it describes the item before. */
    event: (blocks: Block[], common: Partial<MessageDraft>): MessageDraft | null => {
      lastEvent = items.length
      const text = textOf(blocks)
      const said = matching(text, 'item')
      if (said !== undefined) {
        said.draft.kind = kindTyped()
        confirmed.add(said.draft)
        return null
      }
      const draft = draftMessage({
        ...common,
        role: 'user',
        kind: kindTyped(),
        blocks: withoutEditorContext(blocks),
      })
      recent.push({ draft, text, by: 'event' })
      return draft
    },
    answered: (): void => {
      recent = []
    },
    /**
     * Judges what no event spoke of; what stands behind the last event may still get one. Gives back what takes it back,
     * for when more is read.
     */
    settleForNow: (): (() => void) => {
      const judged = items
        .slice(0, Math.max(0, lastEvent))
        .filter((draft) => draft.kind === 'human' && !confirmed.has(draft))
      for (const draft of judged) draft.kind = 'injected'
      return () => {
        for (const draft of judged) draft.kind = 'human'
      }
    },
  }
}

/** Images are written in different ways, so only words are compared. */
const textOf = (blocks: readonly Block[]): string =>
  blocks
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n')
    .replace(/<\/?image[^>]{0,200}>/g, '')
    .replace(/\s+/g, ' ')
    .trim()
