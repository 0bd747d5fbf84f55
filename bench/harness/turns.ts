/** One text of a set, as a message. `speaker`: who says it, where the set is a conversation. */
export type Turn = { id: string; text: string; speaker: string | null; before: string | null }

const SPEAKER = /^([\p{Lu}][\p{L}'’. -]{0,40}): (?=\S)/u
/** From this part of a corpus on, names in front of texts are speakers and not chance. */
const CONVERSATION = 0.9
const MAX_PEOPLE = 50

/**
 * Sees a conversation in texts that nearly all begin with a name: its people become members of the team, as they are
 * where the product captures sessions. Such a turn is understood by the one of another person before it.
 */
export const turnsOf = (
  texts: readonly { id: string; text: string }[],
): { turns: Turn[]; people: string[] } => {
  const spoken = texts.map(({ text }) => SPEAKER.exec(text)?.[1] ?? null)
  const people = [...new Set(spoken.filter((name) => name !== null))]
  const count = spoken.filter((name) => name !== null).length
  if (count < texts.length * CONVERSATION || people.length > MAX_PEOPLE) {
    return {
      turns: texts.map(({ id, text }) => ({ id, text, speaker: null, before: null })),
      people: [],
    }
  }
  const turns = texts.map(({ id, text }, index): Turn => {
    const speaker = spoken[index] ?? null
    const previous = index > 0 && spoken[index - 1] !== speaker ? texts[index - 1]?.text : undefined
    return { id, text, speaker, before: previous ?? null }
  })
  return { turns, people }
}
