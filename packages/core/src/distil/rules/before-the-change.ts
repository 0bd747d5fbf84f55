import type { Candidate } from './candidate.ts'
import { findingSort } from './finding-type.ts'

/** Holds whatever the session changes: a rule, a reason, a choice against something else. */
const LASTING =
  /\b(?:must(?:n't| not)?|(?:should|can|may) never|always|should(?:n't| not)?|unless|regardless|on purpose|intentional(?:ly)?|deliberate(?:ly)?|by design|from now on|prefer\w*)\b|^never\b/i
/** Of a person's words: a rule for later, and not what is wanted now. */
const RULE =
  /\b(?:never|always|unless|because|since|from now on|in general|prefer\w*|whenever|every time)\b/i
/** A choice with its reason, or with what was turned down for it. */
const CHOICE =
  /\b(?:instead of|rather than|because|since|so that|to avoid|otherwise|compatib\w+|on purpose|intentional(?:ly)?|deliberate(?:ly)?|by design)\b/
const SETTLED = /decisions?\b|confirmed|chosen|recommended|trade-?offs?|rationale|non-goals?/i
const DEFECT =
  /\b(?:doesn't|does not|don't|isn't|is not|aren't|can't|cannot|won't|wasn't|weren't|didn't|(?:is|are|was|were|gets?) never|has no|have no|only handles|missing|lacks?|hard-?coded|silently|forever|swallow\w*|ignor(?:es|ed)|falls? (?:through|back)|hangs?|fail(?:s|ed|ing|ure)?|break(?:s|ing)?|broken|crash\w*|throws?|wrong|incorrect|invalid|mismatch|stale|dangling|duplicat\w+)\b/i
const REPORT =
  /^(?:I |we )?(?:added|changed|fixed|updated|replaced|removed|moved|switched|restored)\b/i
const OF_THE_CHANGE = /\b(?:now|was|were|had been|no longer|changed|previously|fixed)\b/i

/** Said of a record whose matter the session goes on to change. */
export const FOUND_BEFORE = 'Found before the changes of this session'

type Said = Pick<
  Candidate,
  'text' | 'heading' | 'label' | 'speaker' | 'form' | 'changesAfter' | 'changesBefore'
>

/** It says what is wrong, and no rule: after the repair it does not hold any more. */
export const isDefect = (said: Pick<Said, 'text' | 'heading' | 'label' | 'speaker'>): boolean =>
  !LASTING.test(said.text) &&
  (findingSort(said) === 'cause' || DEFECT.test(`${said.label} ${said.text}`))

/**
 * What becomes of a sentence when the session is over. A plan says what was wrong and what is wanted, a diagnosis what the next
 * edit repairs, a report what the diff shows: as findings they would be stale from the first day.
 * `work` is kept with the record of the work, `nothing` not at all.
 */
export const standsAs = (said: Said): 'finding' | 'work' | 'nothing' => {
  const { text, heading, label, speaker, changesAfter, changesBefore } = said
  if (speaker === 'human') return changesAfter > 0 && !RULE.test(text) ? 'nothing' : 'finding'
  if (speaker === 'plan')
    return SETTLED.test(`${heading} ${label}`) && CHOICE.test(text) ? 'finding' : 'nothing'
  // An item of a list is half a thought, unless it gives a rule or a reason.
  if (said.form === 'item' && !LASTING.test(text) && !CHOICE.test(text)) return 'nothing'
  if (changesAfter + changesBefore === 0) return 'finding'
  if (isDefect(said) && !REPORT.test(text)) return 'work'
  return changesBefore > 0 && OF_THE_CHANGE.test(text) ? 'nothing' : 'finding'
}
