/** @param job that indexes them again. */
export const remedyOfLostRows = (what: string, job: string): string =>
  `Rows of the search index were lost; the ${what} themselves are all there. The worker indexes them again within the hour, or soon after it is started again. Where they stay lost, see Health: whether the worker runs, and why a dead job \`${job}\` failed, which you can try again there.`
