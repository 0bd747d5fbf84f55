const HUES = [168, 32, 205, 350, 95, 265, 50, 310, 130, 15]

const hueOf = (word: string): number => {
  let sum = 0
  for (const sign of word) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9973
  return HUES[sum % HUES.length] ?? 0
}

/** WebGL takes hexadecimal colours alone. */
const hex = (hue: number, saturation: number, lightness: number): string => {
  const spread = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number): string => {
    const at = (offset + hue / 30) % 12
    const value = lightness - spread * Math.max(-1, Math.min(at - 3, 9 - at, 1))
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(0)}${channel(8)}${channel(4)}`
}

/** Colours of a graph on the page as it is now, light or dark; each type has its own. */
export const graphColours = (
  style: Pick<CSSStyleDeclaration, 'getPropertyValue' | 'colorScheme'>,
) => {
  const token = (name: string): string => style.getPropertyValue(name).trim()
  const isDark = style.colorScheme.includes('dark')
  const ofHue = (hue: number, isSecond = false): string =>
    hex(hue, isSecond ? 0.85 : 0.5, isDark ? (isSecond ? 0.78 : 0.62) : isSecond ? 0.27 : 0.38)
  const colourOf = (type: string | null): string =>
    type === null ? token('--tl-text-3') : ofHue(hueOf(type))
  return {
    text: token('--tl-text'),
    ground: token('--tl-surface'),
    line: token('--tl-line-strong'),
    faint: token('--tl-text-3'),
    font: token('--tl-sans'),
    of: colourOf,
    /** Colours of the types that are drawn, the most frequent first: those have each its own. */
    among: (types: readonly (string | null)[]) => {
      const places = new Map(types.filter((type) => type !== null).map((type, at) => [type, at]))
      return (type: string | null): string => {
        const at = type === null ? undefined : places.get(type)
        return at === undefined
          ? colourOf(type)
          : ofHue(HUES[at % HUES.length] ?? 0, at >= HUES.length)
      }
    },
  }
}
