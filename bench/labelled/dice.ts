const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const DIGITS = '0123456789'

export const ALPHABET = {
  digits: DIGITS,
  hex: '0123456789abcdef',
  lower: LOWER + DIGITS,
  upper: LOWER.toUpperCase() + DIGITS,
  mixed: LOWER + LOWER.toUpperCase() + DIGITS,
  url: `${LOWER}${LOWER.toUpperCase()}${DIGITS}-_`,
  base64: `${LOWER}${LOWER.toUpperCase()}${DIGITS}+/`,
} as const

export type Alphabet = keyof typeof ALPHABET

/** Random choices that are the same in every run. */
export type Dice = {
  int: (below: number) => number
  pick: <T>(items: readonly T[]) => T
  /** `length` characters of an alphabet, with a digit and a letter among them where it has both. */
  of: (alphabet: Alphabet, length: number) => string
}

/** Dice thrown by a name: the same name, the same throws (mulberry32 over a hash of the name). */
export const diceOf = (name: string): Dice => {
  let state = 2_166_136_261
  for (const character of name) state = Math.imul(state ^ character.charCodeAt(0), 16_777_619) >>> 0
  const int = (below: number): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
  const pick = <T>(items: readonly T[]): T => items[int(items.length)] as T
  const draw = (alphabet: Alphabet, length: number): string =>
    Array.from({ length }, () => ALPHABET[alphabet].charAt(int(ALPHABET[alphabet].length))).join('')
  const of = (alphabet: Alphabet, length: number): string => {
    for (;;) {
      const drawn = draw(alphabet, length)
      // What has neither is nothing a maker of keys would hand out, and too rare to be of weight.
      if (length < 4 || alphabet === 'digits' || (/\d/.test(drawn) && /[a-z]/i.test(drawn)))
        return drawn
    }
  }
  return { int, pick, of }
}
