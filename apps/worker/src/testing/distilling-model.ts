import { startFakeLanguageProvider } from '@teamlore/models/testing'

type Protocol = Parameters<typeof startFakeLanguageProvider>[0]
type Provider = Awaited<ReturnType<typeof startFakeLanguageProvider>>

const isReview = (prompt: string): boolean => prompt.includes('<findings>')

/** A provider that says the same of each segment, or what a function makes of the prompt, and strikes findings of these names with these words. */
export const startDistillingModel = (
  protocol: Protocol,
  answer: unknown,
  struck: readonly string[] | ((prompt: string) => readonly string[]) = [],
  proof = '',
): Promise<Provider> =>
  startFakeLanguageProvider(protocol, (prompt: string) => {
    if (isReview(prompt)) {
      const names = typeof struck === 'function' ? struck(prompt) : struck
      return {
        verdicts: names.map((name) => ({ name, against: 'A guess.', proof, verdict: 'strike' })),
      }
    }
    return typeof answer === 'function' ? answer(prompt) : answer
  })

/** What it was asked: segments, and what was found in them. */
export const askedOf = ({ calls }: Provider): { segments: string[]; reviews: string[] } => {
  const asked = calls.map(({ body }) => JSON.stringify((body['messages'] as object[]).at(-1)))
  return {
    segments: asked.filter((prompt) => !isReview(prompt)),
    reviews: asked.filter(isReview),
  }
}
