/** `Ana Oliveira` → `AO`. */
export const initials = (name: string): string =>
  name
    .split(' ')
    .map((word) => [...word][0] ?? '')
    .filter((letter) => /\p{L}/u.test(letter))
    .slice(0, 2)
    .join('')
    .toUpperCase()
