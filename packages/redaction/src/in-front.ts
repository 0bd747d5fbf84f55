/** What stands in front of a match. Anchors of fewer than three characters would be everywhere: these are told by it. */
export const inFront = (match: RegExpExecArray, length: number): string =>
  match.input.slice(Math.max(0, match.index - length), match.index)
