import { ASKED_BY_TEAMLORE } from '@teamlore/sources/shared/asked-by-teamlore'

/** Asks for the same as the MCP prompt `handover`, in the words that go between two turns. */
const ASKING = [
  `${ASKED_BY_TEAMLORE} what a colleague on this code base would want to know next month.`,
  'If this session holds such findings (decisions with what was turned down, causes of bugs, limits, dead ends, conventions; not what was changed, is done with, or stands in the code at a glance), hand them over in one call of lore_handover of the teamlore MCP server, with session "%SESSION%" and words of this session quoted letter by letter.',
  'If it holds none, or there is no such tool, just stop. Do not go on with other work, and do not mention this.',
].join(' ')

/** What tools read as a reason to go on once; the program that hooks call puts the session in. */
export const ASKING_FORMS = [
  // Claude Code and Codex read the same.
  { name: 'ask.json', text: `${JSON.stringify({ decision: 'block', reason: ASKING })}\n` },
  { name: 'ask.cursor.json', text: `${JSON.stringify({ followup_message: ASKING })}\n` },
  {
    // Gemini CLI calls it a blocked answer; what it shows of that is the message.
    name: 'ask.gemini.json',
    text: `${JSON.stringify({
      decision: 'deny',
      reason: ASKING,
      systemMessage: 'Teamlore asks once what this session found.',
    })}\n`,
  },
  // The plugin of OpenCode takes it as it is.
  { name: 'ask.text', text: `${ASKING}\n` },
] as const
