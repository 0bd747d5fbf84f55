/** Distinguishes sessions of one machine. */
export const nameOf = ({ tool, nativeId }: { tool: string; nativeId: string }): string =>
  `${tool}\n${nativeId}`
