/** Angles as models' own marks have them, and signs that look the same: `<|im_start|>`, `＜｜begin｜＞`. */
const OPEN = '[<＜﹤‹〈⟨]'
const BAR = '[|｜│❘¦]'

/** Between words of a name stands a dash, a line below, or what a tokenizer has in the place of a space. */
const NAMES = [
  'system[-_▁ ](?:reminder|prompt|message|instructions?|notification)',
  'user[-_]prompt[-_]submit[-_]hook|session[-_]start[-_]hook|task[-_]notification',
  'local[-_]command[-_](?:stdout|stderr|caveat)|command[-_](?:name|message|args)',
  '(?:antml:)?(?:function[-_](?:calls?|results?|response)|invoke|thinking)',
  'tool[-_](?:calls?|use|results?|response|output|declaration)|available[-_]tools',
  'start[-_]of[-_]turn|end[-_]of[-_]turn|environment[-_](?:context|details)|important[-_]instructions',
].join('|')

/** Words that code and manuals have between angles as well: `List<System>`, `<User />`, `ssh <user>`. */
const WORDS = [
  '(?:system|assistant|SYSTEM|ASSISTANT)(?=\\s{0,2}[>＞])',
  '\\s{0,2}/\\s{0,2}(?:user|human|developer|USER|HUMAN)(?=\\s{0,2}[>＞])',
  '\\s{0,2}/\\s{0,2}(?:system|assistant|SYSTEM|ASSISTANT)(?=\\s{0,2}[>＞])',
].join('|')

const MARKS = [
  // `<|im_start|>` of whatever name, with bars of either kind.
  new RegExp(
    `${OPEN}(?=\\s{0,2}${BAR}\\s{0,2}[\\p{L}\\p{N}_▁-]{2,40}\\s{0,2}${BAR}\\s{0,2}[>＞﹥])`,
    'gu',
  ),
  new RegExp(`${OPEN}(?=\\s{0,2}/?\\s{0,2}(?:${NAMES})(?:[\\s/>＞﹥›〉⟩]|$))`, 'giu'),
  new RegExp(`(?<![\\p{L}\\p{N}_$])${OPEN}(?=${WORDS})`, 'gu'),
  // `[INST]` and `<<SYS>>`.
  /[[［](?=\s{0,2}\/?\s{0,2}(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\s{0,2}[\]］])/gu,
  new RegExp(`${OPEN}{2}(?=\\s{0,2}/?\\s{0,2}SYS\\s{0,2}[>＞])`, 'gu'),
]

/** Most texts hold none of these signs. */
const MAY_MARK = /[<＜﹤‹〈⟨[［]/

/** Marks in the words of others what a model may take for a turn, a tool or a reminder of its own client. It can still be read. */
export const withoutTurnSigns = (text: string): string =>
  MAY_MARK.test(text) ? MARKS.reduce((clean, mark) => clean.replace(mark, '[quoted] '), text) : text
