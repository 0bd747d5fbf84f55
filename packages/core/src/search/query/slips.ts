const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** A letter that was missed, doubled or swapped is one of few slips a word can suffer; a wrong one is one of many. */
const USUAL = 1
const STRAY = 0.1

/** Every word that one slip of the keys may have made `typed` of, with how likely its likeliest slip is beside others. */
export const slipsUndone = (typed: string): Map<string, number> => {
  const words = new Map<string, number>()
  const add = (word: string, likelihood: number): void => {
    if (word !== typed) words.set(word, Math.max(likelihood, words.get(word) ?? 0))
  }
  for (let at = 0; at <= typed.length; at++) {
    const [before, letter, after] = [typed.slice(0, at), typed.charAt(at), typed.slice(at + 1)]
    for (const other of LETTERS) add(before + other + letter + after, USUAL)
    if (letter === '') continue
    add(before + after, letter === typed[at - 1] ? USUAL : STRAY)
    add(before + after.charAt(0) + letter + after.slice(1), USUAL)
    for (const other of LETTERS) add(before + other + after, STRAY)
  }
  return words
}
