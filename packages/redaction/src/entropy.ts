/** Bits per character: about 4 for random hex, above 4.5 for long random base64, below 3.5 for words. */
export const shannonEntropy = (text: string): number => {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values())
    bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}
