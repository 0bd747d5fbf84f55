import type {
  BlamedEdit,
  BlamedSession,
  BlameRow,
  TeamRepositories,
  UnitOfWork,
} from '@teamlore/db'
import type { Blamed, BlameRequest, BlameResponse } from '@teamlore/shared/blame'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type Judged, judgedBeside } from './beside.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }

/** How sure it is that a session wrote a line which stands in its edits. */
const WROTE = 0.95
const WROTE_ELSEWHERE = 0.7
/** Not committed yet: the last session that wrote such a line. */
const WROTE_LATELY = 0.8
/** No captured session wrote such a line before: then a person did, or something that was not captured. */
const NO_SESSION = 0.9
const OTHER_LINES_BY_SESSION = 0.6

/** From lines to who wrote them: the session with its prompt, or a person, and how sure that is. */
export const makeBlameLines =
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope, { lines }: BlameRequest): Promise<BlameResponse> =>
    unitOfWork.inTeam(scope, (repos) => blameIn(repos, lines))

/** The same for who has a transaction already. */
export const blameIn = async (
  { blame }: Pick<TeamRepositories, 'blame'>,
  lines: BlameRequest['lines'],
): Promise<BlameResponse> => {
  const questions = lines.map(({ path, sha, print }, n) => ({ n, path, sha, print }))
  const found = await blame.lines(questions)
  const judgements = judgedBeside(
    found.map((row) => {
      const { path = '', sha = null, print = null } = lines[row.n] ?? {}
      return { row, judged: judged(row, { sha, print }), path, print }
    }),
  )
  const ids = new Set(judgements.flatMap(({ sessionId }) => sessionId ?? []))
  const sessions = new Map((await blame.sessions([...ids])).map((one) => [one.id, one]))
  const wanted = found.flatMap(({ n }, at) => {
    const [print, sessionId] = [lines[n]?.print, judgements[at]?.sessionId]
    return sessionId == null || print == null ? [] : [{ session_id: sessionId, print }]
  })
  const once = [...new Map(wanted.map((one) => [`${one.session_id} ${one.print}`, one])).values()]
  const edits = new Map(
    (await blame.edits(once)).map((edit) => [`${edit.session_id} ${edit.print}`, edit]),
  )
  return grouped(
    found.flatMap((row, at) => {
      const judgement = judgements[at]
      const edit = edits.get(`${judgement?.sessionId} ${lines[row.n]?.print}`)
      return judgement === undefined ? [] : [blamed(row, judgement, sessions, edit)]
    }),
  )
}

/** Neighbours mostly have the same answer: it is sent once. */
const grouped = (all: readonly Blamed[]): BlameResponse => {
  const answers: Blamed[] = []
  const places = new Map<string, number>()
  const lines = all.map((one) => {
    const key = JSON.stringify(one)
    const place = places.get(key) ?? answers.push(one) - 1
    places.set(key, place)
    return place
  })
  return { answers, lines }
}

type Asked = { sha: string | null; print: string | null }

const blamed = (
  row: BlameRow,
  { confidence, origin, reasons, sessionId }: Judged,
  sessions: ReadonlyMap<string, BlamedSession>,
  edit: BlamedEdit | undefined,
): Blamed => {
  const session = sessionId === null ? undefined : sessions.get(sessionId)
  return {
    origin,
    confidence,
    reasons,
    commit:
      row.commit_id === null
        ? null
        : {
            id: row.commit_id,
            sha: row.sha ?? '',
            subject: row.subject ?? '',
            author: row.commit_author ?? '',
            authored_at: row.authored_at ?? '',
          },
    session: session
      ? {
          id: session.id,
          title: session.title,
          tool: session.tool,
          author: { id: session.user_id, name: session.user_name },
        }
      : null,
    prompt: excerpt(edit?.prompt_id, edit?.prompt, edit?.prompt_at),
    excerpt: excerpt(edit?.message_id, edit?.said, edit?.said_at),
  }
}

const excerpt = (
  id: string | null | undefined,
  text: string | null | undefined,
  at: string | null | undefined,
): Blamed['prompt'] =>
  id == null || text == null ? null : { message_id: id, text, at: at ?? null }

const nobody = (origin: 'person' | 'unknown', confidence: number, reason: string): Judged => ({
  origin,
  confidence,
  sessionId: null,
  reasons: [reason],
})

const by = (sessionId: string, confidence: number, reason: string): Judged => ({
  origin: 'session',
  sessionId,
  confidence,
  reasons: [reason],
})

const judged = (row: BlameRow, { sha, print }: Asked): Judged => {
  if (row.session_id !== null) return writtenBy(row, row.session_id, sha)
  // There is no commit whose sessions could be known: the line is new, or its session is still to come in.
  if (sha === null)
    return nobody(
      'unknown',
      0,
      'no captured session wrote this line; a person did, or its session was not captured yet',
    )
  if (row.commit_id === null)
    return nobody('unknown', 0, 'this commit was not sent to the server: lore link --backfill')
  if (row.is_linked === false)
    return nobody('unknown', 0, 'the sessions of this commit were not looked for yet')
  return print === null ? blank(row) : unwritten(row)
}

const writtenBy = (row: BlameRow, sessionId: string, sha: string | null): Judged => {
  if (sha === null)
    return by(
      sessionId,
      WROTE_LATELY,
      'the last session that wrote this line; no commit is known of it',
    )
  if ((row.link_confidence ?? 0) >= 0.5)
    return by(sessionId, WROTE, 'it wrote this line, and is linked to the commit')
  return row.is_same_name
    ? by(sessionId, WROTE, 'it wrote this line in a file of this name')
    : by(sessionId, WROTE_ELSEWHERE, 'it wrote this line in another file')
}

const blank = ({ best_session_id, best_confidence }: BlameRow): Judged =>
  best_session_id === null
    ? nobody('unknown', 0, 'a blank line says nothing')
    : by(
        best_session_id,
        best_confidence ?? 0,
        'a blank line; the session that wrote most of the commit',
      )

const unwritten = ({ best_session_id }: BlameRow): Judged =>
  best_session_id === null
    ? nobody(
        'person',
        NO_SESSION,
        'no captured session wrote this line, nor any other of this commit',
      )
    : nobody(
        'person',
        OTHER_LINES_BY_SESSION,
        'no captured session wrote this line, though one wrote others of this commit; a command may have',
      )
