import {
  IMPORT_LIMITS,
  type ImportedObservation,
  type ImportedSummary,
  type ObservationType,
  observationTypeSchema,
} from '@teamlore/shared'
import { asTitle, shortTitle } from '@teamlore/sources/shared/as-title'

const { maxTextChars, maxFactChars, maxPathChars } = IMPORT_LIMITS

type Said = Partial<Omit<ImportedObservation, 'key' | 'type'>> & { key: string; type: string }

/**
 * An observation in the words of the server, whose texts `withinLimits` makes short enough once secrets are out. A type it
 * does not have becomes a concept, so that it can still be found.
 */
export const observationOf = ({ key, type, concepts = [], ...said }: Said): ImportedObservation => {
  const known = observationTypeSchema.safeParse(type)
  const all = known.success || type === '' ? concepts : [type, ...concepts]
  return {
    key: key.slice(0, 300),
    type: known.success ? known.data : 'discovery',
    title: asTitle(said.title || said.narrative || said.facts?.[0] || null) ?? 'Untitled',
    subtitle: said.subtitle ?? '',
    narrative: said.narrative ?? '',
    facts: (said.facts ?? []).slice(0, 500),
    concepts: all,
    files_read: pathsOf(said.files_read),
    files_modified: pathsOf(said.files_modified),
    prompt_key: said.prompt_key?.slice(0, 300) ?? null,
    message_key: said.message_key?.slice(0, 300) ?? null,
    occurred_at: said.occurred_at ?? null,
  }
}

const pathsOf = (paths: readonly string[] = []): string[] =>
  [...new Set(paths)].filter((path) => path !== '' && path.length <= maxPathChars).slice(0, 1_000)

export const summaryOf = (
  promptNumber: number | null,
  said: Partial<Omit<ImportedSummary, 'prompt_number'>>,
): ImportedSummary => {
  const isNumber = promptNumber !== null && Number.isInteger(promptNumber) && promptNumber > 0
  return {
    prompt_number: isNumber ? Math.min(promptNumber, 1_000_000) : 0,
    prompt_key: said.prompt_key ?? null,
    request: said.request ?? '',
    investigated: said.investigated ?? '',
    learned: said.learned ?? '',
    completed: said.completed ?? '',
    next_steps: said.next_steps ?? '',
    notes: said.notes ?? '',
    occurred_at: said.occurred_at ?? null,
  }
}

type Records = { observations: ImportedObservation[]; summaries: ImportedSummary[] }

/** Texts as long as the server takes them. For what secrets were taken out of: a cut may go through one. */
export const withinLimits = ({ observations, summaries }: Records): Records => ({
  observations: observations.map((one) => ({
    ...one,
    title: shortTitle(one.title),
    subtitle: one.subtitle.slice(0, 2_000),
    narrative: one.narrative.slice(0, maxTextChars),
    facts: one.facts.map((fact) => fact.slice(0, maxFactChars)),
    concepts: [...new Set(one.concepts.map((concept) => concept.trim().slice(0, 200)))]
      .filter(Boolean)
      .slice(0, 100),
  })),
  summaries: summaries.map((one) => ({
    ...one,
    ...Object.fromEntries(PARTS.map((part) => [part, one[part].slice(0, maxTextChars)])),
  })),
})

const PARTS = ['request', 'investigated', 'learned', 'completed', 'next_steps', 'notes'] as const

/** Here a prompt has one summary. Where another memory made several of one, they become one that says all of it. */
export const oneOfEachPrompt = (summaries: readonly ImportedSummary[]): ImportedSummary[] => {
  const byPrompt = new Map<number, ImportedSummary>()
  for (const summary of summaries) {
    const before = byPrompt.get(summary.prompt_number)
    byPrompt.set(summary.prompt_number, before === undefined ? summary : joined(before, summary))
  }
  return [...byPrompt.values()].slice(0, IMPORT_LIMITS.maxSummaries)
}

const joined = (before: ImportedSummary, next: ImportedSummary): ImportedSummary => {
  const both = { ...next, prompt_key: before.prompt_key ?? next.prompt_key }
  for (const part of PARTS) {
    const texts = [...new Set([before[part], next[part]])].filter((text) => text !== '')
    both[part] = texts.join('\n\n')
  }
  return both
}

/** What a category of another memory comes closest to. */
export const typeOfCategory = (category: string): ObservationType => {
  if (/decision|architecture|preference|convention/i.test(category)) return 'decision'
  return /bug|fix/i.test(category) ? 'bugfix' : 'discovery'
}
