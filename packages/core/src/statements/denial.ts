import type { Token } from './words.ts'

const anywhere = (pattern: RegExp): RegExp =>
  new RegExp(pattern.source.replace(/^\^|\$$/g, ''), pattern.flags)

/**
 * Which words of a text are denied by those right before or after them. A text without a word of denial anywhere, as most are, is
 * looked through once and not for each of its words.
 */
export const denialsBy = ({ before, after }: { before: RegExp; after: RegExp }) => {
  const [anyBefore, anyAfter] = [anywhere(before), anywhere(after)]
  return (text: string): ((token: Pick<Token, 'raw' | 'at'>) => boolean) => {
    const mayBefore = anyBefore.test(text)
    const mayAfter = anyAfter.test(text)
    return ({ raw, at }) =>
      (mayBefore && before.test(text.slice(0, at))) ||
      (mayAfter && after.test(text.slice(at + raw.length)))
  }
}
