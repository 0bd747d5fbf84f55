import type { McpServer } from '@modelcontextprotocol/server'
import { DomainError } from '@teamlore/core'
import { codePathSchema } from '@teamlore/shared/code'
import { onboardingQuerySchema } from '@teamlore/shared/onboarding'
import { z } from 'zod'
import { frame, framed } from '../quoting/frame.ts'
import { QUOTED, quoted } from '../quoting/quote.ts'
import type { ToolContext } from '../tool.ts'

const BUDGET = 1_500
const UNEXPECTED = 'Something went wrong on the Teamlore server. Try again once.'

const project = z.string().max(2_000).describe('Project: remote URL, name or id.')

const briefArgs = z.object({
  project: project.optional(),
  task: z.string().max(4_000).optional().describe('What you are about to do.'),
  files: z.string().max(20_000).optional().describe('Paths you work on, with commas between.'),
})
const whyArgs = z.object({
  project,
  path: codePathSchema.describe('The file, from the top of the repository.'),
  about: z.string().max(4_000).optional().describe('What you are about to do there.'),
})

const onboardArgs = z.object({ project })

/** What a person puts in front of their agent: a brief of the team's knowledge, why a file is as it is, and what to know who joins. */
export const registerKnowledgePrompts = (
  server: McpServer,
  { useCases, scope, onError }: Pick<ToolContext, 'useCases' | 'scope' | 'onError'>,
): void => {
  /** What is refused is said in the place of it, so that the agent can say it, too. */
  const messageOf = async (name: string, asks: string, read: () => Promise<string>) => {
    const text = await read().catch((error: unknown) => {
      if (error instanceof DomainError) return error.message
      onError(`prompt ${name}`, error)
      return UNEXPECTED
    })
    const body = frame(name, { note: QUOTED }, [
      quoted(text === '' ? 'Nothing is known yet.' : text),
    ])
    return {
      messages: [
        {
          role: 'user' as const,
          content: { type: 'text' as const, text: framed(`${asks}\n${body}`) },
        },
      ],
    }
  }
  server.registerPrompt(
    'brief',
    {
      title: 'A brief of what the team knows',
      description:
        'Puts decisions, pitfalls, recent work and open threads that bear on a task in front of the agent, within 1,500 tokens.',
      argsSchema: briefArgs,
    },
    ({ project: named, task, files }) =>
      messageOf('context', BRIEF, async () => {
        const brief = await useCases.getContext(scope, {
          ...(named ? { project: named } : {}),
          ...(task ? { q: task } : {}),
          ...(files ? { files } : {}),
          budget_tokens: BUDGET,
          format: 'markdown',
        })
        return brief.text
      }),
  )
  server.registerPrompt(
    'onboard',
    {
      title: 'What to know who joins a project',
      description:
        'Puts what a project is, its decisions, pitfalls, people, recent work and open threads in front of the agent, to lead somebody into it.',
      argsSchema: onboardArgs,
    },
    ({ project: named }) =>
      messageOf('onboarding', ONBOARD, async () => {
        const asked = onboardingQuerySchema.parse({ project: named })
        return (await useCases.getOnboarding(scope, asked)).text
      }),
  )
  server.registerPrompt(
    'why',
    {
      title: 'Why a file is as it is',
      description:
        'Puts what the team knows of a file in front of the agent: decisions about it, what was tried there and taken back, which prompts shaped it.',
      argsSchema: whyArgs,
    },
    ({ project: named, path, about }) =>
      messageOf('why', WHY, async () => {
        const why = await useCases.getWhy(scope, {
          project: named,
          path,
          budget_tokens: BUDGET,
          format: 'markdown',
          ...(about ? { about } : {}),
        })
        const ids = why.included.map(({ id }) => id)
        await useCases.noteMemoriesGiven(scope, { ids, door: 'why' })
        return why.text
      }),
  )
}

const BRIEF =
  'Before you begin, read what this team knows. Keep to its decisions, or say why not; cite the ids you rely on.'
const ONBOARD =
  'Lead me into this project by what the team knows of it: what it is, what was decided and why, what bites, who to ask. Cite the ids you rely on.'
const WHY =
  'Before you change this file, read what this team knows of it. Say what of it bears on the change; cite the ids you rely on.'
