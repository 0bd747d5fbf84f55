import type {
  CodeHost,
  HostApp,
  HostForms,
  HostPlace,
  TokenTaking,
} from '@teamlore/shared/code-hosts'
import type { HostProposals } from '@teamlore/shared/host-proposals'
import { type AllowedHosts, createOutboundFetch, isPrivateByName } from '@teamlore/shared/outbound'
import { GITLAB_PERMISSIONS, isMaintainer, listRepositories, readAccount } from './account.ts'
import { accountUrlOf, apiUrlOf, webUrlOf } from './addresses.ts'
import { type Ask, createAsking } from './gitlab-client.ts'
import { hostErrorOf } from './gitlab-errors.ts'
import { gitlabProposals } from './gitlab-proposals.ts'
import { isRefusal, putHook, removeHooks } from './hooks.ts'
import { readLineNote, readReviewNotes, replyToLine } from './line-notes.ts'
import { listMergeRequests } from './list-merge-requests.ts'
import {
  createNote,
  findNotes,
  readComment,
  readThumbsDown,
  removeNote,
  updateNote,
} from './notes.ts'
import { readGitLabEvent, sentAs } from './read-event.ts'
import {
  readChanges,
  readChangesSince,
  readMergeRequest,
  readMergeRequestsOf,
} from './read-merge-request.ts'
import { putStatus } from './statuses.ts'
import { testToken } from './test-token.ts'
import { isSentBy } from './verify-hook.ts'

/** A page of files with their diffs. */
const MAX_ANSWER_BYTES = 25_000_000

const formsFor = (allowedHosts: AllowedHosts): HostForms => ({
  permissions: GITLAB_PERMISSIONS,
  webUrlOf,
  apiUrlOf,
  appUrlOf: accountUrlOf,
  installUrlOf: () => null,
  showsChecks: false,
  isPrivate: (url) => isPrivateByName(allowedHosts, new URL(url).hostname),
  sentAs,
  isSigned: async (secret, sent) => isSentBy(secret, sent),
  readEvent: readGitLabEvent,
})

/** Its webhooks, and the token itself. One that is of no use any more ends nothing. */
const leave = async (ask: Ask, hookUrl: string): Promise<void> => {
  for (const { repositoryId } of (await listRepositories(ask)).repositories)
    try {
      await removeHooks(ask, repositoryId, hookUrl)
    } catch (error) {
      if (!isRefusal(error)) throw error
    }
  await ask('DELETE /personal_access_tokens/self')
}

/** GitLab, wherever it runs, by its REST interface. It connects to the internet and to what `allowedHosts` names. */
export const createGitLab = ({
  allowedHosts,
}: {
  allowedHosts: AllowedHosts
}): CodeHost & HostProposals & TokenTaking => {
  const fetch = createOutboundFetch(allowedHosts, { maxAnswerBytes: MAX_ANSWER_BYTES })
  const asking = createAsking(fetch)
  const said = async <T>(
    app: Pick<HostApp, 'apiUrl' | 'privateKey'>,
    work: (ask: Ask) => Promise<T>,
  ): Promise<T> => {
    try {
      return await work(asking(app))
    } catch (error) {
      throw hostErrorOf(error, app.apiUrl)
    }
  }
  /** In a project, with every error in words. */
  const inPlace = <T>(place: HostPlace, work: (ask: Ask, project: string) => Promise<T>) =>
    said(place.app, (ask) => {
      if (!/^\d{1,20}$/.test(place.installationId)) throw new SyntaxError('No id of a project.')
      return work(ask, place.installationId)
    })
  return {
    ...formsFor(allowedHosts),
    ...gitlabProposals(inPlace),
    accountOf: ({ apiUrl, token }) => said({ apiUrl, privateKey: token }, readAccount),
    mayMakeHooks: (app) => said(app, isMaintainer),
    putHook: (place, hook) => inPlace(place, (ask, at) => putHook(ask, at, hook)),
    repositories: (app) => said(app, listRepositories),
    leave: (app, { hookUrl }) => said(app, (ask) => leave(ask, hookUrl)),
    test: (app, wanted) => testToken(asking(app), wanted),
    pullRequest: (place, number) => inPlace(place, (ask, at) => readMergeRequest(ask, at, number)),
    changes: (place, number) => inPlace(place, (ask, at) => readChanges(ask, at, number)),
    pullRequestNumbers: (place, asked) =>
      inPlace(place, (ask, at) => listMergeRequests(ask, at, asked)),
    reviewComments: (place, number) =>
      inPlace(place, (ask) => readReviewNotes(ask, { place, number })),
    changesSince: (place, from, to) =>
      inPlace(place, (ask, at) => readChangesSince(ask, at, { from, to })),
    pullRequestsOf: (place, sha) => inPlace(place, (ask, at) => readMergeRequestsOf(ask, at, sha)),
    findComments: (place, number, marker) =>
      inPlace(place, (ask) => findNotes(ask, { place, number }, { marker, isOnLine: false })),
    comment: (place, number, commentId) =>
      inPlace(place, (ask) => readComment(ask, { place, number }, commentId)),
    lineComment: (place, number, commentId) =>
      inPlace(place, (ask) => readLineNote(ask, { place, number }, commentId)),
    findLineReplies: (place, number, marker) =>
      inPlace(place, (ask) => findNotes(ask, { place, number }, { marker, isOnLine: true })),
    replyToLine: (place, number, commentId, body) =>
      inPlace(place, (ask) => replyToLine(ask, { place, number }, { commentId, body })),
    thumbsDown: (place, number, commentId) =>
      inPlace(place, (ask) => readThumbsDown(ask, { place, number }, commentId)),
    createComment: (place, number, body) =>
      inPlace(place, (ask) => createNote(ask, { place, number }, body)),
    updateComment: (place, number, commentId, body) =>
      inPlace(place, (ask) => updateNote(ask, { place, number }, { noteId: commentId, body })),
    removeComment: (place, number, commentId) =>
      inPlace(place, (ask) => removeNote(ask, { place, number }, commentId)),
    putCheck: (place, check) => inPlace(place, (ask, at) => putStatus(ask, at, check)),
  }
}
