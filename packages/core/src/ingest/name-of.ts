/** Tells sessions of one machine apart. */
export const nameOf = ({ tool, nativeId }: { tool: string; nativeId: string }): string =>
  `${tool}\n${nativeId}`
