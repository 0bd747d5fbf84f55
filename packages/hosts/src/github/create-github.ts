import type { AppMaking, CodeHost, HostForms, HostPlace } from '@teamlore/shared/code-hosts'
import type { HostProposals } from '@teamlore/shared/host-proposals'
import { type AllowedHosts, createOutboundFetch, isPrivateByName } from '@teamlore/shared/outbound'
import { apiUrlOf, appUrlOf, installUrlOf, newAppUrl, webUrlOf } from './addresses.ts'
import { leaveInstallations, listRepositories, takeApp } from './app.ts'
import { askPlainly, createAppClients } from './app-client.ts'
import { putCheck } from './checks.ts'
import {
  createComment,
  findComments,
  readComment,
  readThumbsDown,
  removeComment,
  updateComment,
} from './comments.ts'
import { githubProposals } from './github-proposals.ts'
import { hostErrorOf } from './host-errors.ts'
import {
  findLineReplies,
  readLineComment,
  readReviewComments,
  replyToLine,
} from './line-comments.ts'
import { listPullRequests } from './list-pull-requests.ts'
import { GITHUB_PERMISSIONS, manifestOf } from './manifest.ts'
import { readGitHubEvent } from './read-event.ts'
import {
  readChanges,
  readChangesSince,
  readPullRequest,
  readPullRequestsOf,
} from './read-pull-request.ts'
import { testApp } from './test-app.ts'
import { isSignedHook } from './verify-hook.ts'

/** `owner/name`, as it stands in an address. */
const NAME = /^[\w.-]{1,100}\/[\w.-]{1,100}$/

/** A page of files with their patches. */
const MAX_ANSWER_BYTES = 25_000_000

const formsFor = (allowedHosts: AllowedHosts): HostForms => ({
  permissions: GITHUB_PERMISSIONS,
  webUrlOf,
  apiUrlOf,
  appUrlOf,
  installUrlOf,
  showsChecks: true,
  isPrivate: (url) => isPrivateByName(allowedHosts, new URL(url).hostname),
  sentAs: (headers) => ({
    event: headers['x-github-event'],
    delivery: headers['x-github-delivery'],
  }),
  isSigned: (secret, { body, headers }) =>
    isSignedHook(secret, body, headers['x-hub-signature-256']),
  readEvent: readGitHubEvent,
})

/** GitHub, and GitHub Enterprise Server, by its REST interface. It connects to the internet and to what `allowedHosts` names. */
export const createGitHub = ({
  allowedHosts,
}: {
  allowedHosts: AllowedHosts
}): CodeHost & AppMaking & HostProposals => {
  const fetch = createOutboundFetch(allowedHosts, { maxAnswerBytes: MAX_ANSWER_BYTES })
  const clients = createAppClients(fetch)
  /** In a repository, with every error in words. */
  const inPlace = async <T>(
    { app, installationId, fullName }: HostPlace,
    work: (ask: ReturnType<typeof clients.asInstallation>, repository: string) => Promise<T>,
  ): Promise<T> => {
    try {
      if (!NAME.test(fullName)) throw new Error('No name of a repository.')
      return await work(clients.asInstallation(app, installationId), fullName)
    } catch (error) {
      throw hostErrorOf(error, app.apiUrl)
    }
  }
  const said = async <T>(apiUrl: string, work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      throw hostErrorOf(error, apiUrl)
    }
  }
  return {
    ...formsFor(allowedHosts),
    ...githubProposals(clients, inPlace),
    newApp: ({ webUrl, organization, state, ...app }) => ({
      action: newAppUrl(webUrl, organization, state),
      manifest: manifestOf(app),
    }),
    takeApp: ({ apiUrl, code }) => said(apiUrl, takeApp(askPlainly(apiUrl, fetch), code)),
    repositories: (app) => said(app.apiUrl, listRepositories(clients, app)),
    leave: (app) => said(app.apiUrl, leaveInstallations(clients, app)),
    test: (app, wanted) => testApp(clients, app, wanted),
    pullRequest: (place, number) => inPlace(place, (ask, at) => readPullRequest(ask, at, number)),
    changes: (place, number) => inPlace(place, (ask, at) => readChanges(ask, at, number)),
    pullRequestNumbers: (place, asked) =>
      inPlace(place, (ask, at) => listPullRequests(ask, at, asked)),
    reviewComments: (place, number) =>
      inPlace(place, (ask, at) => readReviewComments(ask, at, number)),
    changesSince: (place, from, to) =>
      inPlace(place, (ask, at) => readChangesSince(ask, at, { from, to })),
    pullRequestsOf: (place, sha) => inPlace(place, (ask, at) => readPullRequestsOf(ask, at, sha)),
    findComments: (place, number, marker) =>
      inPlace(place, (ask, at) =>
        findComments(ask, at, { number, marker, appId: place.app.appId }),
      ),
    comment: (place, number, commentId) =>
      inPlace(place, (ask, at) => readComment(ask, at, { number, commentId })),
    lineComment: (place, number, commentId) =>
      inPlace(place, (ask, at) => readLineComment(ask, at, { number, commentId })),
    findLineReplies: (place, number, marker) =>
      inPlace(place, (ask, at) =>
        findLineReplies(ask, at, { number, marker, appId: place.app.appId }),
      ),
    replyToLine: (place, number, commentId, body) =>
      inPlace(place, (ask, at) => replyToLine(ask, at, { number, commentId, body })),
    thumbsDown: (place, _number, commentId) =>
      inPlace(place, (ask, at) => readThumbsDown(ask, at, commentId)),
    createComment: (place, number, body) =>
      inPlace(place, (ask, at) => createComment(ask, at, number, body)),
    updateComment: (place, _number, commentId, body) =>
      inPlace(place, (ask, at) => updateComment(ask, at, commentId, body)),
    removeComment: (place, _number, commentId) =>
      inPlace(place, (ask, at) => removeComment(ask, at, commentId)),
    putCheck: (place, check, checkId) =>
      inPlace(place, (ask, at) => putCheck(ask, at, check, checkId)),
  }
}
