import type { StandInHookRequest, StandInRepository } from '@teamlore/hosts/testing'
import type { Canaries } from './canaries.ts'
import type { ErasureServer } from './erasure-server.ts'
import type { Person } from './plant-canaries.ts'
import { type Talk, until } from './talk-stand-ins.ts'

const PATH = 'src/upload.ts'
const AUTHOR = 555
const STRANGER = 666
const FIRST = 'f1'.padEnd(40, '0')
const LAST = 'f2'.padEnd(40, '0')
const PATCH = '@@ -9,4 +9,6 @@ export const run = () => {\n a\n-b\n-c\n+B\n+C\n+D\n+E\n f'

type World = { server: ErasureServer; talk: Talk; person: Person; canaries: Canaries }

const connectGitHub = async ({ admin }: ErasureServer, { github, githubUrl }: Talk) => {
  const { id, action } = await admin<{ id: string; action: string }>('POST', '/v1/integrations', {
    web_url: githubUrl,
  })
  const state = new URL(action).searchParams.get('state') ?? ''
  await admin('POST', '/v1/integrations/finish', { code: github.giveCode(), state })
  return id
}

const connectGitLab = async ({ admin }: ErasureServer, { gitlab }: Talk) => {
  const { integration, hook_secret } = await admin<{
    integration: { id: string }
    hook_secret: string
  }>('POST', '/v1/integrations/connect', {
    kind: 'gitlab',
    web_url: gitlab.webUrl,
    token: gitlab.state.token.text,
    makes_hooks: false,
  })
  gitlab.state.hookSecret = hook_secret
  return integration.id
}

/** The person says in a browser which account of the host is theirs. */
const linkAccount = async ({ server, talk, person }: World) => {
  const headers = { cookie: person.cookie, origin: server.url }
  const began = await server.send('/v1/sign-in-providers/github/link', {
    method: 'POST',
    body: {},
    headers,
  })
  const { url } = began.body as { url: string }
  const done = await server.send('/v1/sign-in/providers/github/finish', {
    method: 'POST',
    body: { query: talk.approve(url) },
    headers: { ...headers, cookie: `${headers.cookie}; ${began.cookie}` },
  })
  if (done.status >= 300)
    throw new Error(`The account was not linked: ${JSON.stringify(done.body)}`)
}

const hear = async (
  { send }: ErasureServer,
  kind: 'github' | 'gitlab',
  { id, hook }: { id: string; hook: StandInHookRequest },
) => {
  const { status, body } = await send(`/v1/hooks/${kind}/${id}`, { method: 'POST', ...hook })
  if (status >= 300) throw new Error(`The event was refused: ${status} ${JSON.stringify(body)}`)
}

/** A review of lines that were changed afterwards; what it teaches becomes a draft. */
const review = (
  { standIn, repository }: { standIn: Talk['github' | 'gitlab']; repository: StandInRepository },
  { number, body, author }: { number: number; body: string; author: number },
) =>
  repository.lineComments.push({
    id: standIn.state.nextId++,
    number,
    body,
    path: PATH,
    line: null,
    side: 'RIGHT',
    app: null,
    author: { id: author, type: 'User' },
    replyTo: null,
    original: { commit: FIRST, line: 11 },
  })

const merged = (canaries: Canaries, number: number, author: number) => ({
  number,
  title: `Merge ${canaries.of('title of a merged pull request')}`,
  body: `It was ${canaries.of('text of a merged pull request')}.`,
  state: 'closed' as const,
  merged: true,
  head: LAST,
  fork: null,
  author,
  files: [],
  commits: [],
})

const FOLLOWED = {
  [`${FIRST}...${LAST}`]: {
    status: 'ahead',
    files: [
      {
        filename: PATH,
        status: 'modified' as const,
        changes: 4,
        patch: '@@ -10,2 +10,2 @@\n-a\n-b\n+c\n+d',
      },
    ],
  },
}

const LESSONS = {
  'a member': 'before an upload',
  'a stranger': 'when the tide turns',
  'somebody at GitLab': 'for each new berth',
}

const lesson = (canaries: Canaries, whose: keyof typeof LESSONS) =>
  `We always call \`${canaries.of(`review of ${whose}`)}\` ${LESSONS[whose]}. Otherwise ${canaries.of(`reason in a review of ${whose}`)} is lost.`

/** A repository of the project with an open pull request of the person, which touches what a memory of theirs is about. */
const openRepository = async ({ talk, person, canaries }: World): Promise<StandInRepository> => {
  await person.ask('POST', '/v1/memories', {
    statement: `Uploads begin with ${canaries.of('memory on a pull request')}.`,
    project: 'https://git.test/acme/heron.git',
    anchors: [{ path: PATH, start_line: 10, end_line: 11 }],
  })
  const head = 'a1'.padEnd(40, '0')
  const patch = `${PATCH}\n+${canaries.of('line of a pull request')}`
  return talk.github.add({
    name: 'acme/heron',
    url: 'https://git.test/acme/heron',
    comparisons: FOLLOWED,
    pullRequests: [
      {
        ...merged(canaries, 3, talk.account),
        state: 'open',
        merged: false,
        head,
        files: [{ filename: PATH, status: 'modified', changes: 6, patch }],
        commits: [{ sha: head, message: canaries.of('commit of a pull request') }],
      },
      merged(canaries, 4, AUTHOR),
    ],
  })
}

type Hosted = World & { id: string; repository: StandInRepository }

/** An event with what stands in it of people. */
const push = (
  { server, talk: { github }, canaries, id, repository }: Hosted,
  { number, action }: { number: number; action: string },
) => {
  const { pull_request, ...rest } = JSON.parse(github.pushed(repository, { number, action }).body)
  const hook = github.hook('pull_request', {
    ...rest,
    pull_request: { ...pull_request, title: canaries.of('title in an event') },
    sender: { login: canaries.of('login in an event') },
  })
  return hear(server, 'github', { id, hook })
}

type Written = { author?: number; on?: { path: string; line: number } }

const write = (
  { server, talk: { github, account }, id, repository }: Hosted,
  body: string,
  { author = account, on }: Written = {},
) => {
  const kept = {
    id: github.state.nextId++,
    number: 3,
    body,
    app: null,
    author: { id: author, type: 'User' as const },
  }
  if (on === undefined) repository.comments.push({ ...kept, edits: 0 })
  else repository.lineComments.push({ ...kept, ...on, side: 'RIGHT', replyTo: null })
  const hook = github.commented(repository, { id: kept.id, number: 3, body, type: 'User', on })
  return hear(server, 'github', { id, hook })
}

/** All that comments can ask for, and what asks for nothing. */
const comment = async (world: Hosted): Promise<void> => {
  const { repository, canaries } = world
  const said = (place: string) => canaries.of(`${place} in a comment`)
  const answers = () =>
    [...repository.comments, ...repository.lineComments].filter(
      ({ app, body }) => app !== null && body.includes('teamlore:answer'),
    )
  for (const body of [
    `/lore remember Uploads of ${said('memory')} wait for a person.`,
    `/lore ask Why does ${said('question')} wait?`,
    `/lore why ${said('path')}/a.ts`,
    `/lore ack 1 ${said('acknowledgement')}`,
    `/lore override ${said('override')}`,
    `What of ${said('plain word')}?`,
  ])
    await write(world, body)
  const beside = `/lore remember Boats of ${said('memory beside a line')} go first.`
  await write(world, beside, { on: { path: PATH, line: 10 } })
  const stranger = `/lore remember Wolves of ${said('memory of a stranger')} are tame.`
  await write(world, stranger, { author: STRANGER })
  await until('answers to comments', () => answers().length >= 4)
  await write(world, `/lore dismiss 1 ${said('reason of a dismissal')}`)
  await until('an answer to a dismissal', () => answers().length >= 5)
}

/** What the person says on pull requests of a GitHub, and what others who are no members say there. */
export const plantGitHub = async (world: World): Promise<void> => {
  const { server, talk, canaries } = world
  const id = await connectGitHub(server, talk)
  await linkAccount(world)
  const repository = await openRepository(world)
  const hosted = { ...world, id, repository }
  await push(hosted, { number: 3, action: 'opened' })
  await until('a comment on the pull request', () =>
    repository.comments.some(({ body }) => body.includes('teamlore:pull-request')),
  )
  await comment(hosted)
  for (const [author, whose] of [
    [talk.account, 'a member'],
    [STRANGER, 'a stranger'],
  ] as const)
    review(
      { standIn: talk.github, repository },
      { number: 4, body: lesson(canaries, whose), author },
    )
  await push(hosted, { number: 4, action: 'closed' })
}

/** The same of a GitLab, where nobody has linked an account: what is learned there is of the web. */
export const plantGitLab = async ({ server, talk, canaries }: World): Promise<void> => {
  const { gitlab } = talk
  const id = await connectGitLab(server, talk)
  const repository = gitlab.add({
    name: 'acme/tools/heron',
    url: 'https://git.test/acme/heron',
    comparisons: FOLLOWED,
    pullRequests: [merged(canaries, 5, AUTHOR)],
  })
  review(
    { standIn: gitlab, repository },
    { number: 5, body: lesson(canaries, 'somebody at GitLab'), author: STRANGER },
  )
  await hear(server, 'gitlab', {
    id,
    hook: gitlab.pushed(repository, { number: 5, action: 'closed' }),
  })
}

/** Drafts that came from reviews of those who are no members; they are nobody's, so each is forgotten by its id. */
export const draftsOfStrangers = async ({
  server,
  canaries,
}: Pick<World, 'server' | 'canaries'>) => {
  const { admin } = server
  const drafts = async () => {
    const { items } = await admin<{
      items: { id: string; statement: string; author: unknown; origin: string }[]
    }>('GET', '/v1/memories?status=draft&limit=200')
    return items.filter(({ statement }) => statement.startsWith('We always call'))
  }
  await until('three drafts of reviews', async () => (await drafts()).length >= 3)
  const words = [...canaries.planted()].flatMap(([word, place]) =>
    place.startsWith('review of') && place !== 'review of a member' ? [word] : [],
  )
  return (await drafts())
    .filter(({ statement }) => words.some((word) => statement.includes(word)))
    .map(({ id }) => id)
}
