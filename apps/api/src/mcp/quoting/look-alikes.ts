/** Signs that a model may take for the letter or the sign before them. What NFKD resolves is not listed. */
const ALIKE: Record<string, string> = {
  l: 'iI1|!ıɪιΙіІӏӀɩⅼǀ∣❘│┃￨׀ןוا١۱ⵏꓲꓡ𐌉𐌠𐊊łŁʟㅣ丨亅🅻🅛🇱ᒪ˩լɭᶅߊⳑ𐑃ɫɬḷˡ',
  o: '0οΟоОօՕסهەہھ٥०০੦૦୦௦౦೦൦๐໐၀ჿᴏᴑⲟⲞøØσ○◯〇⚪⭕🅾🅞🇴ℴꓳɵσ',
  r: 'гГʀɾɼᴦⲅꭇꭈꮁᖇᎡᏒꓣяЯ🆁🅡🇷ɍ',
  e: '3еЕεΕєЄҽꬲ℮ɛəǝᴇⴹꓰᎬ⋿ëёɘ€ⅇ🅴🅔🇪ɇ',
  '<': '＜﹤‹«〈《⟨⟪❬❮❰⧼˂ᐸ≺≪⋖⦑⪡⩹◁◀◂◃⊲⨞ᗕᚲ𝈶⧀⋘≮⦓⩻⫷⊰⟃⊏⊂⊑',
  '[': '(［【〔❲⟦｢「『{｛﹛（﹙❨❴⁅〖⦗⟬⌈',
  '/': '\\∕⁄⧸╱⟋／＼﹨∖⧵⧹╲〳ノ丿᜵⌿⼃',
}

const LETTERS = new Map(
  Object.entries(ALIKE).flatMap(([letter, signs]) => [...signs].map((sign) => [sign, letter])),
)

/** What a sign looks like, as one small letter, `<`, `[` or `/`. */
export const looksLike = (sign: string): string => {
  const known = LETTERS.get(sign)
  if (known !== undefined) return known
  if (sign < '\u0080') return sign.toLowerCase()
  const bare = sign.normalize('NFKD').replace(/\p{M}/gu, '')
  return LETTERS.get(bare) ?? bare.toLowerCase()
}

const within = (list: string): string => list.replace(/[\\\]^-]/g, '\\$&')
export const ANGLES = within(`<${ALIKE['<'] ?? ''}`)
export const BRACKETS = within(`[${ALIKE['['] ?? ''}`)
