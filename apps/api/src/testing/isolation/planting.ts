import { grantSystemScope, makeDistilSession, makeEmbedDocuments } from '@teamlore/core'
import { registerEmbeddingSpace } from '@teamlore/db'
import { readAsOwner } from '@teamlore/db/testing'
import type { IngestSession, SessionId } from '@teamlore/shared'
import { codeGraphOf, sharedCodeOf } from '../code-rows.ts'
import { commitsOf } from '../commit-samples.ts'
import { importOf, memoryFilesOf, memoryOf, transcript } from '../transcript.ts'
import type { WorldTeam } from '../world.ts'
import type { Send } from './send.ts'

/** Something that some people must not hear of: the words it is written in, and where it lies. */
export type Plan = {
  /** Stands in all of it. Questions ask for it. */
  asked: string
  /** Stands beside it in all of it, and in no question. */
  hidden: string
  /** Name of its project, a sign of its own for hashes and fingerprints. */
  project: string
  sign: string
}

export type Planting = Plan & {
  /** All ids of each kind that came of it. */
  ids: Map<string, string[]>
  sha: string
  path: string
  print: string
}

export const PRIVATE: Plan = { asked: 'zanzibar', hidden: 'quetzal', project: 'den', sign: 'a' }
export const RESTRICTED: Plan = { asked: 'timbuktu', hidden: 'numbat', project: 'vault', sign: 'b' }
export const OF_TEAM: Plan = { asked: 'samarkand', hidden: 'okapi', project: 'heron', sign: 'c' }

export const remoteOf = ({ project }: Plan): string => `https://git.test/acme/${project}.git`
export const shaOf = ({ sign }: Plan): string => sign.repeat(40)
export const pathOf = ({ asked }: Plan): string => `src/${asked}.ts`
export const printOf = ({ sign }: Plan): string => sign.repeat(16)

const projectOf = (plan: Plan) => ({
  remote_url: remoteOf(plan),
  root_commit: null,
  root_path: `/home/ann/${plan.project}`,
})

const sessionOf = (plan: Plan): IngestSession => {
  const { messages, edits, ...rest } = transcript()
  const words = `${plan.asked} ${plan.hidden}`
  return {
    ...rest,
    native_id: `native-${plan.sign}`,
    title: `${words} in the title`,
    project: projectOf(plan),
    cwd: `/home/ann/${plan.project}`,
    git_branch: `feature/${plan.hidden}`,
    messages: messages.map((message) => ({
      ...message,
      git_branch: `feature/${plan.hidden}`,
      blocks: message.blocks.map((block) =>
        'text' in block ? { ...block, text: `${words} ${block.text}` } : block,
      ),
    })),
    edits: edits.map((edit) => ({
      ...edit,
      path: `/home/ann/${plan.project}/${pathOf(plan)}`,
      added: [printOf(plan)],
    })),
  }
}

/** An empty session, by which the project of a plan comes to be known. */
export const openingOf = (plan: Plan): IngestSession => ({
  ...transcript({ messages: [], edits: [] }),
  native_id: `opening-${plan.sign}`,
  title: 'Begin',
  project: projectOf(plan),
})

/** Everything that can be said of a project comes in by the doors it has, with the words of the plan in it. */
export const plant = async (send: Send, us: WorldTeam, plan: Plan): Promise<Planting> => {
  const key = us.keys.owner
  const words = `${plan.asked} ${plan.hidden}`
  const session = sessionOf(plan)
  const [imported] = importOf().sessions
  const finding = imported?.observations[0]
  const answer = await send(key, 'POST', '/v1/import', {
    ...importOf(),
    sessions: [
      {
        session,
        observations: [
          {
            ...finding,
            key: `finding:${plan.sign}`,
            title: `Finding of ${words}`,
            narrative: words,
            facts: [words],
            concepts: [plan.asked, plan.hidden],
            files_modified: [pathOf(plan)],
          },
        ],
        summaries: [
          {
            prompt_number: 1,
            prompt_key: 'm0',
            request: words,
            investigated: words,
            learned: words,
            completed: words,
            next_steps: words,
            notes: words,
            occurred_at: null,
          },
        ],
      },
    ],
  })
  const sessionId = (answer as { sessions: { session_id: SessionId }[] }).sessions[0]?.session_id
  await makeDistilSession({ unitOfWork: us.unitOfWork })(grantSystemScope(us.teamId), {
    sessionId: sessionId as SessionId,
  })
  const notes = `/v1/sessions/${sessionId}/notes`
  for (const text of [plan.asked, `${plan.asked}-${plan.hidden}`])
    await send(key, 'POST', notes, { kind: 'tag', text })
  for (const kind of ['annotation', 'summary'])
    await send(key, 'POST', notes, { kind, text: `Said of ${words}.` })
  await send(key, 'POST', '/v1/handovers', {
    session: sessionId,
    findings: [{ kind: 'gotcha', title: `Handed over: ${words}.`, evidence: [{ quote: words }] }],
  })
  const { commits, ...request } = commitsOf({
    sha: shaOf(plan),
    subject: `Commit of ${words}`,
    branch: `feature/${plan.hidden}`,
    tree: plan.sign.repeat(40),
    patch_id: `d${plan.sign}`.repeat(20),
  })
  await send(key, 'POST', '/v1/commits', {
    ...request,
    project: projectOf(plan),
    commits: commits.map((commit) => ({
      ...commit,
      files: commit.files.map((file) => ({ ...file, path: pathOf(plan), added: [printOf(plan)] })),
    })),
  })
  await send(key, 'POST', '/v1/links', { session: sessionId, target: shaOf(plan) })
  await plantCode(send, key, plan)
  const { files, ...report } = memoryFilesOf()
  await send(key, 'PUT', '/v1/memory-files', {
    ...report,
    project: projectOf(plan),
    files: files.map((file) => ({ ...file, text: `# ${words}\n\nNever without ${words}.\n` })),
  })
  await plantMemories(send, key, plan, sessionId ?? '')
  const [file, ...others] = codeGraphOf().files
  await send(key, 'POST', '/v1/code-graph', {
    ...codeGraphOf({ project: projectOf(plan), branch: `feature/${plan.hidden}` }),
    files: [{ ...file, path: pathOf(plan), imports: [] }, ...others],
  })
  return { ...plan, sha: shaOf(plan), path: pathOf(plan), print: printOf(plan), ids: new Map() }
}

/** Code of the commit: its project shares it. */
const plantCode = async (send: Send, key: string, plan: Plan): Promise<void> => {
  await send(key, 'POST', '/v1/shared-code', {
    ...sharedCodeOf({ project: projectOf(plan) }),
    commits: [
      {
        sha: shaOf(plan),
        is_cut: false,
        files: [
          {
            path: pathOf(plan),
            old_path: null,
            status: 'added',
            hunks: [{ at: 0, removed: 0, added: 1, lines: [`// ${plan.asked} ${plan.hidden}`] }],
          },
        ],
      },
    ],
  })
}

/** Two that contradict each other, a draft, one whose place another took, and one that rests on no session. */
const plantMemories = async (send: Send, key: string, plan: Plan, session: string) => {
  const words = `${plan.asked} ${plan.hidden}`
  const remember = (statement: string, more: object = {}) =>
    send(key, 'POST', '/v1/memories', {
      ...memoryOf({ statement, reason: words, project: remoteOf(plan) }),
      anchors: [{ path: pathOf(plan), content_hash: 'beef'.repeat(8) }],
      evidence: [{ kind: 'session', ref: session, quote: words }],
      ...more,
    }) as Promise<{ id: string }>
  const slots = (value: string) => ({
    slots: { subject: `cache of ${words}`, attribute: 'size', value },
    questions: [`How much does the cache of ${words} hold?`],
  })
  await remember(`The cache of ${words} holds 10.`, slots('10'))
  await remember(`The cache of ${words} holds 20.`, slots('20'))
  await remember(`A draft of ${words}.`, { draft: true })
  const old = await remember(`It was ${words} on disk.`)
  await remember(`It is ${words} in memory.`, { supersedes: old.id })
  const visibility = plan === PRIVATE ? 'private' : 'team'
  const { id } = await remember(apartOf(plan), { evidence: [], visibility })
  await send(key, 'POST', '/v1/memories/review', { ids: [id], decision: 'approve' })
}

/** A memory that is active whoever may read it, since it comes from no session. */
export const apartOf = ({ asked, hidden }: Plan): string =>
  `Whoever wants ${asked} ${hidden} at night has to wait.`

/** Vectors of all that waits, as the worker makes them, and the counts of words. */
export const embedAll = async (
  us: WorldTeam,
  { engine, embedder }: Pick<import('../world.ts').World, 'engine' | 'embedder'>,
): Promise<void> => {
  const registerSpace = () => registerEmbeddingSpace(engine, embedder.space)
  const { unitOfWork } = us
  await makeEmbedDocuments({ unitOfWork, embedder, registerSpace })(grantSystemScope(us.teamId))
}

/** Tables with ids that people meet, by the kind of their ids. */
const WITH_IDS = {
  session: 'sessions',
  message: 'messages',
  observation: 'observations',
  summary: 'summaries',
  memory: 'memories',
  memoryFile: 'memory_files',
  commit: 'commits',
  document: 'documents',
  sessionNote: 'session_notes',
  event: 'handovers',
} as const

/** The ids of what a plan was planted as, looked up behind every door. */
export const idsOf = async (
  engine: Parameters<typeof readAsOwner>[0],
  us: WorldTeam,
  { hidden }: Plan,
): Promise<Planting['ids']> => {
  const found = new Map<string, string[]>()
  for (const [kind, table] of Object.entries(WITH_IDS))
    found.set(
      kind,
      (
        await readAsOwner<{ id: string }>(
          engine,
          `select id from teamlore.${table} t where team_id = '${us.teamId}'
            and to_jsonb(t)::text like '%${hidden}%' order by id`,
        )
      ).map(({ id }) => id),
    )
  const sessions = (found.get('session') ?? []).map((id) => `'${id}'`).join(', ')
  const links = await readAsOwner<{ id: string }>(
    engine,
    `select id from teamlore.session_links where session_id in (${sessions || "''"}) order by id`,
  )
  found.set(
    'sessionLink',
    links.map(({ id }) => id),
  )
  return found
}
