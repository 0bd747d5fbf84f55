/** For an option that may be given several times: one value as it is, more of them in a list. */
export const several = (
  value: string,
  before: string | readonly string[] | undefined,
): string | readonly string[] => (before === undefined ? value : [before, value].flat())
