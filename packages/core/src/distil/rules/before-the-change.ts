import type { Candidate } from './candidate.ts'
import { declares, isRule } from './declares.ts'
import { findingSort } from './finding-type.ts'

/** Holds whatever the session changes: a rule, a reason, a choice against something else. */
const LASTING =
  /\b(?:must(?:n't| not)?|(?:should|can|may) never|always|should(?:n't| not)?|unless|regardless|on purpose|intentional(?:ly)?|deliberate(?:ly)?|by design|from now on|prefer\w*)\b|^never\b/i
/** A choice with its reason, or with what was turned down for it. */
const CHOICE =
  /\b(?:instead of|rather than|because|since|so that|to avoid|otherwise|on purpose|intentional(?:ly)?|deliberate(?:ly)?|by design)\b/
const SETTLED = /decisions?\b|confirmed|chosen|recommended|trade-?offs?|rationale|non-goals?/i
const DEFECT =
  /\b(?:doesn't|does not|don't|isn't|is not|aren't|can't|cannot|won't|wasn't|weren't|didn't|(?:is|are|was|were|gets?) never|has no|have no|only handles|missing|lacks?|hard-?coded|silently|forever|swallow\w*|ignor(?:es|ed)|falls? (?:through|back)|hangs?|fail(?:s|ed|ing|ure)?|break(?:s|ing)?|broken|crash\w*|throws?|wrong|incorrect|invalid|mismatch\w*|stale|dangling|duplicat\w+|indefinitely|unconditionally|without (?:checking|validating|escaping|awaiting|waiting|synchroni\w+|a lock|any)|unprotected|un(?:safe|guarded|escaped|handled)|race|deadlocks?|overw\w+|leak\w*|los(?:es|t)|drop(?:s|ped)|stripped|strips|blocks|bypass\w*|vulnerab\w+|infinite|collid\w+|too (?:early|late|often|many)|twice|suboptimal)\b/i
const REPORT =
  /^(?:I |we )?(?:added|changed|fixed|updated|replaced|removed|moved|switched|restored)\b/i
/** After the edits, what was so before them. */
const PAST =
  /\b(?:was|were|wasn't|weren't|didn't|did not|had|hadn't|caused|overwrote|stripped|swallowed|ignored|dropped|lost|broke|failed|returned|crashed|leaked|blocked)\b/i
/** Why it was so. */
const BECAUSE =
  /\b(?:because|since|caused? (?:by|it|the)|due to|so (?:that )?(?:the|it|when|every|any|a|an|no)\b|which (?:means|meant|caused|made|is why|left)|root cause|without \w+ing|when(?:ever)?|if|instead of|after|before|but)\b|[—;]/i
const OF_THE_CHANGE = /\b(?:now|was|were|had been|no longer|changed|previously|fixed)\b/i

/** Said of a record whose matter the session goes on to change. */
export const FOUND_BEFORE = 'Found before the changes of this session'

type Said = Pick<
  Candidate,
  'text' | 'heading' | 'label' | 'speaker' | 'form' | 'changesAfter' | 'changesBefore'
>

/** A rule, a reason or a choice: edits do not make it untrue. */
export const isLasting = (text: string): boolean => LASTING.test(text) || CHOICE.test(text)

/** It says what is wrong, and no rule: after the repair it does not hold any more. */
export const isDefect = (said: Pick<Said, 'text' | 'heading' | 'label' | 'speaker'>): boolean =>
  !LASTING.test(said.text) &&
  (findingSort(said) === 'cause' || DEFECT.test(`${said.label} ${said.text}`))

/** Says what was wrong and why, so that it is understood after the repair. */
const isCause = (said: Said): boolean =>
  isDefect(said) &&
  !REPORT.test(said.text) &&
  !/\bnow\b/i.test(said.text) &&
  BECAUSE.test(
    `${said.heading} ${said.label} ${said.text.replace(/`[^`]*`|“[^”]*”|"[^"]*"/g, 'x')}`,
  ) &&
  (said.changesAfter > 0 || PAST.test(said.text))

/** A rule or a declaration holds, whatever is asked for beside it; a request is none. */
const ofPerson = (said: Said): 'finding' | 'nothing' =>
  said.changesAfter > 0
    ? isRule(said)
      ? 'finding'
      : 'nothing'
    : declares(said)
      ? 'finding'
      : 'nothing'

/**
 * What becomes of a sentence when the session is over. A plan says what was wrong and what is wanted, a report what the diff shows:
 * as findings they would be stale from the first day. `fix` is a cause that the session itself repairs, `work` a defect without one.
 */
export const standsAs = (said: Said): 'finding' | 'fix' | 'work' | 'nothing' => {
  const { text, heading, label, speaker, changesAfter, changesBefore } = said
  if (speaker === 'human') return ofPerson(said)
  if (speaker === 'plan')
    return SETTLED.test(`${heading} ${label}`) && CHOICE.test(text) ? 'finding' : 'nothing'
  const hasReason = isLasting(text)
  // An item of a list is half a thought, unless it gives a rule or a reason.
  if (said.form === 'item' && !hasReason) return 'nothing'
  if (changesAfter + changesBefore === 0) return 'finding'
  if (isCause(said)) return 'fix'
  if (isDefect(said) && !REPORT.test(text)) return 'work'
  if (changesBefore > 0 && OF_THE_CHANGE.test(text)) return 'nothing'
  return hasReason ? 'finding' : 'nothing'
}
