import type { HostEvent, HostRepository } from '@teamlore/shared/code-hosts'
import { readCommand } from './read-command.ts'

/** What an event asks for. */
export type Asked =
  /** The list of repositories is read again. */
  | { of: 'repositories' }
  | { of: 'pull request'; repository: HostRepository; number: number }
  /** Who reads a repository has changed, so what was said on it is written anew. */
  | { of: 'comments'; repository: HostRepository }
  /** Somebody asks for something in a comment, of which no more is taken from here than where it is. */
  | {
      of: 'command'
      repository: HostRepository
      number: number
      commentId: string
      isOnLine: boolean
    }
  /** Its default branch has moved. */
  | { of: 'default branch'; repository: HostRepository }
  | { of: 'nothing'; why?: string }

/** Whether a comment begins as a command does; what it asks for is read when it is answered. */
const askedByComment = ({
  repository,
  number,
  commentId,
  isOnLine,
  body,
  isOfProgram,
}: Extract<HostEvent['about'], { of: 'comment' }>): Asked => {
  if (readCommand(body) === undefined) return { of: 'nothing' }
  if (isOfProgram) return { of: 'nothing', why: 'Written by a program.' }
  return { of: 'command', repository, number, commentId, isOnLine }
}

export const askedBy = ({ about }: Pick<HostEvent, 'about'>): Asked => {
  switch (about.of) {
    case 'comment':
      return askedByComment(about)
    case 'readers':
      return { of: 'comments', repository: about.repository }
    default:
      return about
  }
}
