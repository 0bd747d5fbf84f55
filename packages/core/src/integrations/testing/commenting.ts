import type { HostedWorld } from './hosted-world.ts'

type Written = {
  body: string
  author: number
  type?: 'User' | 'Bot'
  delivery?: string
  /** Beside which line; in the conversation unless given. */
  on?: { path: string; line: number | null; side?: 'LEFT' | 'RIGHT' }
}

/** What people write on pull request 3 of the repository, and what is answered there. */
export const createCommenting = (world: HostedWorld) => {
  const { standIn, harbourRepository: repository } = world
  const hear = (
    id: number,
    { body, type = 'User', delivery, on }: Pick<Written, 'body' | 'type' | 'delivery' | 'on'>,
  ) =>
    world.hear(
      standIn.commented(repository, {
        id,
        number: 3,
        body,
        type,
        on,
        ...(delivery !== undefined && { delivery }),
      }),
    )
  const write = (written: Written) => {
    const { body, author, type = 'User', on } = written
    const id = standIn.state.nextId++
    const by = { id: author, type }
    if (on === undefined)
      repository.comments.push({ id, number: 3, body, app: null, author: by, edits: 0 })
    else
      repository.lineComments.push({
        id,
        number: 3,
        body,
        path: on.path,
        line: on.line,
        side: on.side ?? 'RIGHT',
        app: null,
        author: by,
        replyTo: null,
      })
    return hear(id, written)
  }
  return {
    hear,
    write,
    /** The one comment. */
    main: () => repository.comments.find(({ body }) => body.includes('teamlore:pull-request')),
    answers: () =>
      repository.comments
        .filter(({ app, body }) => app !== null && body.includes('teamlore:answer'))
        .map(({ body }) => body),
    replies: () => repository.lineComments.filter(({ app }) => app !== null),
    link: (
      userId: string,
      subject: number,
      provider: string = standIn.kind,
      issuer: string = standIn.webUrl,
    ) =>
      world.stored(`insert into teamlore.identities (provider, issuer, subject, user_id, created_at, last_used_at)
        values ('${provider}', '${issuer}', '${subject}', '${userId}', now(), now()) returning 1`),
  }
}

export type Commenting = ReturnType<typeof createCommenting>
