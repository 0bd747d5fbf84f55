import type { HeldPullRequest, StoredIntegration, WaitingCommand } from '@teamlore/db'
import { type CodeHost, HostError, type HostPlace } from '@teamlore/shared/code-hosts'
import type { SystemScope } from '../identity/teams/team-scope.ts'
import { identityOf } from '../projects/identity-of-url.ts'
import type { AskedCommand } from './asked-command.ts'
import { type AnswerDeps, commandAnswer } from './command-answers.ts'
import { memberOfHost } from './member-of-host.ts'
import { readCommand } from './read-command.ts'
import { mayBeSaid } from './what-to-say.ts'

type Deps = AnswerDeps & {
  host: Pick<
    CodeHost,
    | 'changes'
    | 'pullRequest'
    | 'comment'
    | 'lineComment'
    | 'findComments'
    | 'findLineReplies'
    | 'createComment'
    | 'replyToLine'
  >
}

type Work = {
  scope: SystemScope
  held: HeldPullRequest
  integration: StoredIntegration
  place: HostPlace
}

/** So many are answered at once; who writes more of them is no person who waits for an answer. */
const MAX_AT_ONCE = 20
/** A host may need as long to show what it has taken. */
const SETTLE_MS = 15_000

/** Why nothing is answered: for admins alone, who see it beside the event. */
type Ignored = { ignored: string }

const ignored = (why: string): Ignored => ({ ignored: why })

const askedBy = async (
  deps: Deps,
  { held, integration, place }: Work,
  { commentId, isOnLine }: WaitingCommand,
): Promise<AskedCommand | Ignored> => {
  const { host } = deps
  const comment = isOnLine
    ? await host.lineComment(place, held.number, commentId)
    : await host.comment(place, held.number, commentId)
  const command = readCommand(comment.body)
  if (command === undefined) return ignored('The comment asks for nothing any more.')
  if (comment.isOfProgram) return ignored('Written by a program.')
  const by = await memberOfHost(deps, integration, comment.authorId)
  if (by === undefined)
    return ignored('Written by nobody who signs in here with this account and may write.')
  const pullRequest = await host.pullRequest(place, held.number)
  const identity = identityOf(pullRequest.repositoryUrl)
  const project =
    identity === undefined
      ? undefined
      : await deps.unitOfWork.inTeam(by, ({ hostedRepositories }) =>
          hostedRepositories.projectOf(identity),
        )
  if (project === undefined || !mayBeSaid(project, pullRequest))
    return ignored('No project that the person may use, or that may be spoken of there.')
  return { command, comment, by, project, integration, held, place, pullRequest }
}

/** Whether it was answered, looked for by the marker of the answer. Who comes after a kill waits until the host shows what it took. */
const isAnswered = async (
  { host, wording, now }: Deps,
  { held, place }: Work,
  { commentId, isOnLine, answeringSince }: WaitingCommand,
): Promise<boolean> => {
  const marker = wording.answerMarkerOf(commentId)
  const found = isOnLine
    ? await host.findLineReplies(place, held.number, marker)
    : await host.findComments(place, held.number, marker)
  if (found.length > 0) return true
  if (answeringSince !== null && now().getTime() - answeringSince.getTime() < SETTLE_MS)
    throw new HostError('limited', 'An answer was being made when this was interrupted.', {
      retryAt: new Date(answeringSince.getTime() + SETTLE_MS),
    })
  return false
}

/** @returns why it is not answered; null where it is. */
const answerOne = async (
  deps: Deps,
  work: Work,
  waiting: WaitingCommand,
): Promise<string | null> => {
  const asked = await askedBy(deps, work, waiting)
  if ('ignored' in asked) return asked.ignored
  if (await isAnswered(deps, work, waiting)) return null
  const body = await commandAnswer(deps, asked)
  if (body === undefined) return 'The person may not do this in that project.'
  const { unitOfWork, host, wording, now } = deps
  await unitOfWork.inTeam(work.scope, ({ hookDeliveries }) =>
    hookDeliveries.noteAnswering(waiting.id, now()),
  )
  const { commentId, isOnLine } = waiting
  const text = `${body}\n\n${wording.answerMarkerOf(commentId)}\n`
  const { place, held } = work
  if (isOnLine) await host.replyToLine(place, held.number, commentId, text)
  else await host.createComment(place, held.number, text)
  return null
}

const isGone = (error: unknown): boolean => error instanceof HostError && error.failure === 'gone'

/** Answers what people ask for in comments of a pull request, each once. Of anybody else nothing is heard, and only a trace is left. */
export const answerCommands = async (deps: Deps, work: Work): Promise<void> => {
  const { scope, held } = work
  const settle = (id: WaitingCommand['id'], why: string | null) =>
    deps.unitOfWork.inTeam(scope, ({ hookDeliveries }) =>
      hookDeliveries.settleCommand(id, { state: why === null ? 'done' : 'ignored', error: why }),
    )
  const waiting = await deps.unitOfWork.inTeam(scope, ({ hookDeliveries }) =>
    hookDeliveries.commands(held.id, held.askedAt),
  )
  for (const [at, command] of waiting.entries()) {
    if (at >= MAX_AT_ONCE) {
      await settle(command.id, 'Too many at once.')
      continue
    }
    try {
      await settle(command.id, await answerOne(deps, work, command))
    } catch (error) {
      if (!isGone(error)) throw error
      await settle(command.id, 'The comment is gone.')
    }
  }
}
