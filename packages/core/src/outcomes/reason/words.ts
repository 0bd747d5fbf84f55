/** Words that say something is taken back, and words that say why, in the languages in which people mostly work. */

/** Where a word begins or ends, of letters in any script: `\\b` knows those of English alone. */
const EDGE = String.raw`(?:(?<=[\p{L}\p{N}])(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])(?=[\p{L}\p{N}]))`

const anyOf = (...parts: readonly string[]): RegExp =>
  new RegExp(parts.join('|').replaceAll(String.raw`\b`, EDGE), 'iu')

/** Takes back, undone: as an order, as a plan and as a report. */
export const TAKES_BACK = anyOf(
  // English
  String.raw`\b(?:revert(?:s|ed|ing)?|undo(?:es|ing|ne)?|undid|roll(?:s|ed|ing)?[ -]?back|back(?:s|ed|ing)? (?:\w+ ){0,4}out|un-?do)\b`,
  String.raw`\broll (?:\w+ ){1,3}back\b`,
  String.raw`\b(?:tak(?:e|es|ing|en)|took|rip(?:ped|ping)?|pull(?:ed|ing)?) (?:[\w'’-]+ ){0,6}(?:back|out)\b`,
  String.raw`\b(?:put|putting|bring|bringing|chang(?:e|ed|ing)|switch(?:ed|ing)?|mov(?:e|ed|ing)) (?:[\w'’-]+ ){0,5}back\b`,
  String.raw`\b(?:go(?:es|ing)?|went|be|is|are|fall(?:s|ing)?) back to\b|^(?:ok(?:ay)?|so|then|right)?[, ]*back to\b|\bback on\b`,
  String.raw`\b(?:get(?:ting)? rid of|drop(?:ping)? (?:it|this|that|the|these|those|them)|(?:has|have|had|needs?|must) (?:to )?go)\b`,
  String.raw`\bremov(?:e|es|ed|ing) (?:it|this|that|the)\b|\b(?:like|want|have) (?:[\w'’-]+ ){1,5}reverted\b|\bagain,? (?:then|please)\b|\bagain then\b`,
  String.raw`\b(?:scrap(?:s|ped|ping)?|ditch(?:ed|ing)?|abandon(?:ed|ing)?|reinstat\w*|return(?:s|ed|ing)? to|restor\w* the (?:old|previous|former))\b`,
  // German, Dutch
  String.raw`zurück(?:nehm|ge|dreh|bau|roll|setz)?|rückgängig|wieder (?:raus|aus)|\bmach\w* (?:\w+ ){0,4}(?:weg|raus)\b`,
  String.raw`\bterug(?:draai\w*|zet\w*|genomen)?\b|\bongedaan\b|\bhaal\w* (?:\S+ ){0,6}(?:weg|uit)\b`,
  // French, Spanish, Portuguese, Italian
  String.raw`\bannul\w*|\brevien\w*|\brevenir\b|\bd[ée]fai\w*|\bretir\w*|\bremet\w*|\br[ée]tabli\w*`,
  String.raw`\bdesha(?:z|c)\w*|\brevier\w*|\brevert\w*|\bquita\w*|\bvuelv\w* a\b|\bdesfa[zçc]\w*|\btira\b|\bvolt(?:a|e|ar) (?:a|ao|para)\b`,
  String.raw`\bripristin\w*|\btogli\w*|\btorna\w* a\b`,
  // Polish, Czech, Russian, Ukrainian
  String.raw`\b(?:wycofa|cofni|cofn|przywr|vr[aá]ť|vra[tť]|zru[sš])\w*`,
  String.raw`(?:откат|отмен|верн|убер|скасу|поверн|відкот)\p{L}*`,
  // Swedish, Danish, Norwegian, Turkish
  String.raw`återställ\w*|ångra\w*|\btilbagefør\w*|\bfortryd\w*|\btilbakestill\w*|\bangre\b|\bgeri al\w*`,
  // Japanese, Chinese, Korean
  '戻し|戻す|戻して|取り消|取りやめ|撤销|撤銷|撤回|回滚|回退|还原|還原|恢复|되돌|취소|원복|롤백',
)

/** Says why: a cause, or that something is not as it should be. */
export const SAYS_WHY = anyOf(
  String.raw`\b(?:because|since|due to|so that|cause[sd]?|leads? to|results? in|turns? out)\b`,
  String.raw`\b(?:no|not|never|none|nobody|nothing|cannot|only|without|too|than|twice)\b|n['’]t\b`,
  String.raw`\b(?:broke|broken|break(?:s|ing)?|fail\w*|flaky|slow\w*|leak\w*|deadlock\w*|wrong\w*|crash\w*|panic\w*|hang(?:s|ing)?|miss(?:es|ed|ing)?|los(?:e|es|t|ing)|drop(?:s|ped)?|empty|blank|stale|corrupt\w*|duplicat\w*)\b`,
  String.raw`\b(?:regress\w*|incompatib\w*|unsupported|confus\w*|complain\w*|hide\w*|block(?:s|ed|ing)?|refus\w*|forbid\w*|illegal|expensive|costs?|outage|timeouts?|errors?|throttl\w*|reject\w*|turns? away|must|allow(?:s|ed)?|insist\w*|instead|hard(?:ly)?|far|below|above)\b`,
  // Causes in other languages
  String.raw`\b(?:weil|da|denn|wegen|sodass|kein\w*|nicht|omdat|want|doordat|niet|geen)\b`,
  String.raw`\b(?:car|parce que|puisque|comme|ne|plus|porque|pues|ya que|debido|pois|perch[eé]|poich[eé]|siccome|non|n[aã]o|no)\b`,
  String.raw`\b(?:bo|ponieważ|gdyż|bowiem|więc|nie|protože|neboť)\b|(?:потому|так как|поскольку|из-за|не|тому що|бо)(?=\s)`,
  String.raw`\b(?:eftersom|därför|inte|fordi|siden|ikke|çünkü|için|değil)\b`,
  'ため|ので|から|せい|ない|因为|因為|由于|由於|所以|没有|不能|때문|없|않|아서|어서',
)

/** Names what is taken back as what was just spoken of. */
export const MEANT = anyOf(
  String.raw`\b(?:it|this|that|these|those|them|all|es|das|dies|het|dit|ça|cela|ceci|le|lo|isto|isso|esto|eso|questo|je|det|dette|bunu)\b`,
  '(?:это|его|це|його)|これ|それ|这|這|它|이거|그거|이것|그것',
)

/** Asks for a cause. */
export const ASKS_WHY = anyOf(
  String.raw`\b(?:why|how come|what(?:['’]s| is) (?:wrong|broken)|reason|cause)\b`,
  String.raw`\b(?:warum|wieso|weshalb|waarom|pourquoi|por qu[eé]|perché|dlaczego|varför|hvorfor)\b|почему|чому|neden`,
  'なぜ|どうして|为什么|為什麼|왜',
)

/** What one asks for, offers or plans; not what is so. In English, where most orders are written without a mark of their own. */
export const ORDERS =
  /^i(?:'d| would) (?:like|prefer|rather)\b|^(?:(?:let us|let's|i(?:'d| would) like|we (?:have|need|want) to|(?:can|could|would|will) (?:you|we|i)|shall (?:i|we)|should (?:i|we)|do you|you (?:can|may|should)|i(?:'ll| will|'m going to| am going to| can| could| would| take| want)|we(?:'ll| can| could)|let me)\b[, ]*)*(?:do(?:n't| not)?|stop|avoid|use|leave|keep|put|rename|revert|undo|roll|back|fix|run|look|have|read|write|go|take|forget|ignore|call|set|start|update|check|compare|close|push|tell|say|finish|show|merge|bring|delete|remove|drop|replace|switch|move|change|make|add|try|open|test|turn|give|find|explain|see|reverted|reverting|need|wait|commit|rebase|restore|get|propose|solve|help|like)\b/i

/** The same words as nouns: "Tests are slow", "Roll 7 was lost". */
export const NOUN_FIRST =
  /^[a-z]+ (?!(?:whether|if|that|what|why|how|which|who|where|when|it|this|sure)\b)(?:[\w'’-]+ ){0,2}(?:is|are|was|were|has|had|does|did|can|could|will|would|must|may|takes?|took|isn['’]t|aren['’]t|wasn['’]t|weren['’]t|doesn['’]t|didn['’]t|can['’]t|won['’]t)\b/i

/** What stands before an order or a report without saying anything. */
export const OPENINGS =
  /^(?:(?:and|then|so|now|but|also|just|first|afterwards|next|please|kindly|ok(?:ay)?|right|sure|yes|yeah|no|hm+|oh|ah|ouch|hi|hello|hey|good(?: morning)?|great|perfect|fine|well|thanks|thank you|i see)\b[,.! ]*)+/i

/** What is to come says nothing of what was. */
export const COMES_NEXT =
  /^(?:(?:and|but|so|then)\s)*(?:after that|after this|afterwards|next|later|tomorrow|then),? (?:we|let|i|you|please|can)\b/i

/** A question to which the work itself would be the answer, or a report that says no more than that it was done. */
export const REPORTS =
  /^(?:done|all done|understood|reverted|undone|undid|restored|taken (?:out|back)|rolled back|backed out|i (?:have )?(?:reverted|undone|undid|restored|ran|rolled|took|taken|put)|it is back|all (?:green|\d+ pass)|found it|out|the tests? (?:pass|are green)|everything)\b/i
