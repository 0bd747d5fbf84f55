import {
  type GitLabRequest,
  type GitLabRoute,
  MERGE_REQUEST,
  none,
  ofMergeRequest,
  ok,
  page,
  personOf,
  refused,
} from './gitlab-answers.ts'
import type {
  GitLabState,
  StandInComment,
  StandInLineComment,
  StandInPullRequest,
  StandInRepository,
} from './host-state.ts'

const MAX_BODY = 1_000_000

/** What GitLab takes out of a note and does. */
const COMMAND = /^\s*\/(?:close|reopen|merge|approve|assign|label|title|lock|confidential)\b/m

const shown = (
  { id, body, app, author }: Pick<StandInComment, 'id' | 'body' | 'app' | 'author'>,
  { account }: GitLabState,
) => ({
  id,
  body,
  type: null as string | null,
  system: false,
  author:
    app === account.id
      ? account
      : personOf(author?.id ?? app ?? 666, author?.type ?? (app === null ? 'User' : 'Bot')),
})

/** A place follows its line, until that is changed. */
const positionOf = (
  { path, line, side, original }: StandInLineComment,
  { head }: StandInPullRequest,
) => {
  const at = line ?? original?.line ?? null
  return {
    base_sha: 'b'.repeat(40),
    start_sha: 'b'.repeat(40),
    head_sha: line === null ? (original?.commit ?? 'f'.repeat(40)) : head,
    old_path: path,
    new_path: path,
    position_type: 'text',
    old_line: side === 'LEFT' ? at : null,
    new_line: side === 'RIGHT' ? at : null,
    line_range:
      original?.start === undefined
        ? null
        : { start: { new_line: original.start }, end: { new_line: original.line } },
  }
}

const shownLine = (comment: StandInLineComment, pull: StandInPullRequest, state: GitLabState) => ({
  ...shown(comment, state),
  type: 'DiffNote',
  position: positionOf(comment, pull),
})

/** A thread is known by its first note. */
export const discussionOf = ({ id, replyTo }: Pick<StandInLineComment, 'id' | 'replyTo'>): string =>
  (replyTo ?? id).toString(16).padStart(40, 'd')

type At = { pull: StandInPullRequest; repository: StandInRepository; request: GitLabRequest }

const notesOf = ({ pull, repository, request: { state } }: At) =>
  [
    ...repository.comments
      .filter(({ number }) => number === pull.number)
      .map((one) => shown(one, state)),
    ...repository.lineComments
      .filter(({ number }) => number === pull.number)
      .map((one) => shownLine(one, pull, state)),
  ].toSorted((a, b) => a.id - b.id)

const noteIdOf = ({ request: { match } }: At): number => Number(match[3])

const found = (at: At): StandInComment | undefined =>
  at.repository.comments.find(({ id, number }) => id === noteIdOf(at) && number === at.pull.number)

const refusedBody = (body: Record<string, unknown>) => {
  const text = String(body['body'])
  if (text.length > MAX_BODY) return refused(400, 'body is too long')
  return COMMAND.test(text) ? refused(500, 'a command of another was carried out') : undefined
}

export const NOTE_ROUTES: GitLabRoute[] = [
  {
    method: 'GET',
    path: new RegExp(`${MERGE_REQUEST}/notes$`),
    answer: ofMergeRequest((at) => ok(page(notesOf(at), at.request.url))),
  },
  {
    method: 'POST',
    path: new RegExp(`${MERGE_REQUEST}/notes$`),
    role: 20,
    answer: ofMergeRequest(({ pull, repository, request: { state, body } }) => {
      const no = refusedBody(body)
      if (no !== undefined) return no
      const made: StandInComment = {
        id: state.nextId++,
        number: pull.number,
        body: String(body['body']),
        app: state.account.id,
        edits: 0,
      }
      repository.comments.push(made)
      return ok(shown(made, state), 201)
    }),
  },
  {
    method: 'GET',
    path: new RegExp(`${MERGE_REQUEST}/notes/(\\d+)$`),
    answer: ofMergeRequest((at) => {
      const note = notesOf(at).find(({ id }) => id === noteIdOf(at))
      return note === undefined ? none : ok(note)
    }),
  },
  {
    method: 'PUT',
    path: new RegExp(`${MERGE_REQUEST}/notes/(\\d+)$`),
    role: 20,
    answer: ofMergeRequest((at) => {
      const { state, body } = at.request
      const note = found(at)
      if (note === undefined) return none
      if (note.app !== state.account.id) return refused(403, '403 Forbidden')
      const no = refusedBody(body)
      if (no !== undefined) return no
      note.body = String(body['body'])
      note.edits += 1
      return ok(shown(note, state))
    }),
  },
  {
    method: 'DELETE',
    path: new RegExp(`${MERGE_REQUEST}/notes/(\\d+)$`),
    role: 20,
    answer: ofMergeRequest((at) => {
      const { comments } = at.repository
      const note = found(at)
      if (note === undefined) return none
      comments.splice(comments.indexOf(note), 1)
      return { status: 204 }
    }),
  },
  {
    method: 'GET',
    path: new RegExp(`${MERGE_REQUEST}/notes/(\\d+)/award_emoji$`),
    answer: ofMergeRequest((at) => {
      const note = found(at)
      if (note === undefined) return none
      const awards = (note.thumbs ?? []).map(({ author, at: created_at, type }) => ({
        name: 'thumbsdown',
        created_at,
        user: personOf(author, type),
      }))
      return ok(page(awards, at.request.url))
    }),
  },
  {
    method: 'GET',
    path: new RegExp(`${MERGE_REQUEST}/discussions$`),
    answer: ofMergeRequest(({ pull, repository, request: { state, url } }) => {
      const lines = repository.lineComments.filter(({ number }) => number === pull.number)
      const ids = [...new Set(lines.map(discussionOf))]
      const threads = ids.map((id) => ({
        id,
        notes: lines.filter((one) => discussionOf(one) === id),
      }))
      const shownThreads = threads.map(({ id, notes }) => ({
        id,
        // One that answers is never the first of its thread.
        notes: [
          ...(notes[0]?.replyTo == null ? [] : [shown({ id: 1, body: '', app: null }, state)]),
          ...notes.map((one) => shownLine(one, pull, state)),
        ],
      }))
      return ok(page(shownThreads, url))
    }),
  },
  {
    method: 'POST',
    path: new RegExp(`${MERGE_REQUEST}/discussions/([0-9a-f]+)/notes$`),
    role: 20,
    answer: ofMergeRequest(({ pull, repository, request: { state, match, body } }) => {
      const to = repository.lineComments.find((one) => discussionOf(one) === match[3])
      if (to === undefined) return none
      const no = refusedBody(body)
      if (no !== undefined) return no
      const made: StandInLineComment = {
        id: state.nextId++,
        number: pull.number,
        body: String(body['body']),
        path: to.path,
        line: to.line,
        side: to.side,
        app: state.account.id,
        author: { id: state.account.id, type: 'Bot' },
        replyTo: to.replyTo ?? to.id,
      }
      repository.lineComments.push(made)
      return ok(shownLine(made, pull, state), 201)
    }),
  },
]
