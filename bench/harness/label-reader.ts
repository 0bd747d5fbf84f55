import type { AskModel } from '@teamlore/core/usage'

/** Which texts answer, on one line each. */
export type Labels = readonly string[]

type Hit = { name: string; text: string }

const hitsIn = (prompt: string): Hit[] =>
  [...prompt.matchAll(/^\[(h\d+)\] (?:[\d-]{10} )?\w+(?: \(.*?\))?: (.*)$/gm)].map(
    ([, name = '', text = '']) => ({
      name,
      text,
    }),
  )

const lined = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase()

/**
 * A reader who knows which hits answer, and quotes their first words. It shows what becomes of right answers, and nothing of how
 * often a language model is right.
 */
export const labelReader = (labels: () => Labels) => {
  const prompts: string[] = []
  const askModel: AskModel = async (_scope, _session, { system, prompt, schema }) => {
    prompts.push(system + prompt)
    const answering = hitsIn(prompt).filter(({ text }) =>
      labels().some((label) => lined(text).includes(lined(label).slice(0, 200))),
    )
    const names = new Set(answering.map(({ name }) => name))
    return schema.parse({
      answers: answering.map(({ name, text }) => ({
        hit: name,
        quote: text.split(' ').slice(0, 12).join(' '),
      })),
      does_not: hitsIn(prompt).flatMap(({ name }) => (names.has(name) ? [] : [name])),
    })
  }
  return { askModel, prompts }
}
