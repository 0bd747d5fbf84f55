import type { AnchoredMemory, UnitOfWork } from '@teamlore/db'
import type { CodeHost } from '@teamlore/shared/code-hosts'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { DomainError } from '../errors.ts'
import type { Remember } from '../memories/remember.ts'
import type { makeSearch } from '../search/search.ts'
import { acknowledgeFor, overrideFor } from './acknowledge-command.ts'
import { foundFor } from './ask-command.ts'
import type { AskedCommand } from './asked-command.ts'
import { dismissFor, undismissFor } from './dismiss-command.ts'
import { aboutFiles } from './why-command.ts'

export type AnswerOptions = { pages: string; isPublic: boolean }

/** Puts answers to commands into the form that a host takes. */
export type AnswerWording = {
  /** Unseen in the answer: by it the answer to a comment is found again. */
  answerMarkerOf: (commentId: string) => string
  whyOf: (memories: readonly AnchoredMemory[], options: AnswerOptions) => string
  foundOf: (memories: readonly AnchoredMemory[], options: AnswerOptions) => string
  notedOf: (memoryId: string, options: AnswerOptions) => string
  dismissedOf: (memoryId: string, options: AnswerOptions & { isOfPath: boolean }) => string
  undismissedOf: (memoryId: string, options: AnswerOptions) => string
  acknowledgedOf: (memoryId: string, options: AnswerOptions) => string
  acknowledgedByAnother: string
  overridden: string
  mayNotOverride: string
  /** Nothing of the comment has that number or id, or it has to be said which one is meant. */
  noSuchItem: string
}

export type AnswerDeps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam' | 'asSystem'>
  host: Pick<CodeHost, 'changes'>
  remember: Remember
  search: ReturnType<typeof makeSearch>
  wording: AnswerWording
  now: () => Date
}

/** The person's own words, as a draft that somebody reviews. What was said is not said again in the answer. */
const noteOf = async (
  { remember }: AnswerDeps,
  { by, project, comment }: AskedCommand,
  text: string,
): Promise<string> => {
  const { id } = await remember(
    by,
    rememberRequestSchema.parse({
      statement: text,
      project: project.id,
      draft: true,
      evidence: [{ kind: 'document', ref: comment.url }],
    }),
  )
  return id
}

const answerTo = async (
  deps: AnswerDeps,
  asked: AskedCommand,
  options: AnswerOptions,
): Promise<string> => {
  const { wording } = deps
  const { command } = asked
  switch (command.kind) {
    case 'why':
      return wording.whyOf(await aboutFiles(deps, asked, command.path), options)
    case 'ask':
      return wording.foundOf(await foundFor(deps, asked, command.question), options)
    case 'remember':
      return wording.notedOf(await noteOf(deps, asked, command.text), options)
    case 'dismiss': {
      const done = await dismissFor(deps, asked, command)
      if (done === undefined) return wording.noSuchItem
      const { pages, isPublic } = options
      return wording.dismissedOf(done.memoryId, { pages, isPublic, isOfPath: done.path !== '' })
    }
    case 'ack': {
      const id = await acknowledgeFor(deps, asked, command.item)
      if (id === 'own') return wording.acknowledgedByAnother
      return id === undefined ? wording.noSuchItem : wording.acknowledgedOf(id, options)
    }
    case 'override':
      return (await overrideFor(deps, asked)) ? wording.overridden : wording.mayNotOverride
    case 'undismiss': {
      const id = await undismissFor(deps, asked, command)
      return id === undefined ? wording.noSuchItem : wording.undismissedOf(id, options)
    }
  }
}

/** @returns the answer; undefined where what is asked for is none of that who asks may have. */
export const commandAnswer = async (
  deps: AnswerDeps,
  asked: AskedCommand,
): Promise<string | undefined> => {
  const { integration, pullRequest } = asked
  const isPublic = pullRequest.visibility !== 'private' && !integration.showsNames
  try {
    return await answerTo(deps, asked, { pages: integration.pagesUrl, isPublic })
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}
