type SummaryParts = {
  request: string
  investigated: string
  learned: string
  completed: string
  nextSteps: string
  notes: string
}

/** A summary as its reader opens it. */
export const textOfSummary = (summary: SummaryParts): string => {
  const parts = [
    ['Request', summary.request],
    ['Investigated', summary.investigated],
    ['Learned', summary.learned],
    ['Completed', summary.completed],
    ['Next steps', summary.nextSteps],
    ['Notes', summary.notes],
  ] as const
  return parts
    .filter(([, text]) => text.trim() !== '')
    .map(([name, text]) => `${name}: ${text}`)
    .join('\n\n')
}
