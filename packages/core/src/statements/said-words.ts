/** Words by which people say that something is not as it was. */
export const SIGN =
  /\b(?:now|no longer|any ?more|these days|nowadays|gone|since|instead|dropp(?:ed|ing)|moved?|moving|renamed?|replac(?:ed|es|ing)|switch(?:ed|ing)|used to|formerly|previously|until (?:now|recently)|from now on|as of|from \w+ on\b|starting|chang(?:ed|es)|retired?|removed?|killed|deprecated|scrapp?ed|sunset|back (?:to|in|on)|went|raised|lowered|lifted|cut|bumped|turned (?:off|on)|t(?:ook|aken|akes) (?:over|the place)|no more|stop(?:ped)?|ended|from today)\b/i

/** A word behind one of these is what is not so any more; one other word may stand between. */
export const DENIES_NEXT =
  /(?:\b(?:instead of|rather than|in place of|no longer|no more|not|never|don't|doesn't|isn't|aren't|no|without|left|quit|ditched|dropp?(?:ed|ing)?|scrapp?(?:ed)?|retired?|remov(?:ed?|ing)|killed|abandon(?:ed)?|replac(?:e|ed|es|ing)|t(?:ook|aken|akes) (?:over from|the place of)|(?:away|moved?|migrated|switched|changed|back|over) from|moved off|off|goodbye|stopped(?: using)?|used to be|formerly|previously|was|were)\s+)(?:(?:the|our|all|any|a|an|using|to|in|on|for|by|with|from|both|old)\s+)*(?:[\w.-]+\s+)?$/i

/** A word before one of these is, too; up to two others may stand between. */
export const DENIES_BEFORE =
  /^(?:'s)?(?:\s+[\w-]+){0,2}?\s+(?:(?:is|are|was|were|has been|have been|had been|got|gets|will be)\s+)?(?:all\s+|finally\s+|now\s+)?(?:gone|dead|died|dies|(?<=is |are |was )(?:out|over)|ended|ends|emptied|closed|shut|cancell?ed|expired|history|obsolete|deprecated|removed|deleted|dropped|killed|banned|decommissioned|discontinued|abandoned|phased out|unplugged|sold|retired|scrapped|replaced|renamed|no more|no longer|not|isn't|went away|moved|left|lost|gave (?:up|it up)|stepped down|got too|became too|was too|were too|turned off|switched off|rewritten)\b/i

/** It holds for a part or for a time, or is said of something beside the rest. */
export const NARROW =
  /^(?:on|in|at|during|for|after|before|when|while|if|over|under|within|this|next|until)\s|\b(?:this (?:week|month|time|sprint|once)|today only|tomorrow|for (?:now|once|the time being)|only (?:for|on|in|at|during|when)|also|too(?=[.,!]|$)|as well|besides|except|temporarily|meanwhile)\b/i

export const FORBIDS =
  /\b(?:never|must not|mustn't|may not|cannot|can't|don't|do not|not allowed|forbidden|is not to|are not to|should not|shouldn't|nobody)\b/i
export const ALLOWS =
  /\b(?:must|may|can|should|always|allowed|is to|are to|need to|have to|has to|fine to|ok to|okay to|everyone)\b/i

export const PRONOUNS = new Set(
  'we you i they it he she there ask please one everybody everyone nobody'.split(' '),
)

/** Plain verbs that may be nouns elsewhere; what stands before the first is the subject where the clause shows none. */
export const LIKELY_VERB =
  /^(.{3,60}?) (?:now|no longer|go|goes|went|come|comes|came|run|runs|get|gets|need|needs|use|uses|take|takes|keep|keeps|stay|stays|start|starts|end|ends|ended|stopped|belong|belongs|live|lives|sit|sits|pay|pays)\b/i
