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
  return {
    text: token('--tl-text'),
    line: token('--tl-line-strong'),
    faint: token('--tl-text-3'),
    font: token('--tl-sans'),
    of: (type: string | null): string =>
      type === null ? token('--tl-text-3') : hex(hueOf(type), 0.5, isDark ? 0.62 : 0.38),
  }
}
