import type { McpServer } from '@modelcontextprotocol/server'
import { HANDOVER_LIMITS } from '@teamlore/shared/handover'
import { z } from 'zod'

const args = z.object({
  session: z
    .string()
    .max(HANDOVER_LIMITS.maxSessionChars)
    .optional()
    .describe('Id of the session, where it is known.'),
})

/** What a person asks their agent for before a conversation ends or is compacted; hooks ask for the same in fewer words. */
export const HANDOVER_TEXT = `Look back over this whole session and hand over to Teamlore, by one call of lore_handover, what a colleague on the same code base would want to know next month.

Hand over a finding only when all of this holds:
- It is a statement about this code base, its tools, its rules or its decisions, and it is true now.
- It stands alone: it names its subject, and is understood without the session.
- Words of this session bear it out, which you quote letter by letter: the person's, your own, or those of a tool's output.
- It would not be found at a glance in the code, its history or the documents of a library.

Kinds: decision (chosen, with what was turned down), invariant (must stay so), gotcha (surprises who does not know, causes of bugs among them), graveyard (was tried and failed, with why), convention (how things are done here).
Fill the slots, so that a later change is recognised: subject, attribute, scope, value, and replaces where something else held before.
Give two short questions that it answers, as a colleague would ask who knows neither the answer nor the words you use for it.
Leave out what was changed, plans, guesses, progress, test counts and general knowledge. What the session took back does not count.
Last, read each finding as somebody who has to keep it for months: look through the session, above all what came after the words that it rests on, for what speaks against it. Strike it when any of this is so:
- nobody saw it: a guess, a plan, a report that was not checked, one attempt stated as a rule;
- it was overtaken: repaired, undone, decided otherwise. A bug that was repaired stays only as the trap it leaves for who changes that code next;
- a part of it is not true, or it leaves out what changes its meaning;
- whoever opens the file that it is about reads it there at once, in the code, its comments, its tests or the message of the tool that fails;
- it is a detail of one place: of layout, of wording, of one test;
- it stands already where one looks first, in a document of the repository.
Keep it only if a colleague would do something else for knowing it; in doubt strike it. If there is nothing of that kind, hand over nothing and say so in a few words.`

export const registerHandoverPrompt = (server: McpServer): void => {
  server.registerPrompt(
    'handover',
    {
      title: 'Hand over what this session found',
      description:
        'Asks the agent for the findings of its session, in the form that Teamlore keeps. For the end of a piece of work, or before the conversation is compacted.',
      argsSchema: args,
    },
    ({ session }) => {
      const named =
        session === undefined || session === '' ? '' : `\n\nsession: ${JSON.stringify(session)}`
      return {
        messages: [
          {
            role: 'user' as const,
            content: { type: 'text' as const, text: HANDOVER_TEXT + named },
          },
        ],
      }
    },
  )
}
