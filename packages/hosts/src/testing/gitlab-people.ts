import type { StandInCommit } from './git-state.ts'
import { type GitLabRoute, none, ok, PROJECT, page, within } from './gitlab-answers.ts'

const EMAILS: Record<string, (of: { id: number; login: string }) => string> = {
  Bot: ({ login }) => `${login}@noreply.gitlab.test`,
  User: ({ id, login }) => `${login}.${id}@people.test`,
}

/** Of whose commits GitLab shows no more than this. */
export const emailOf = ({ id, login, type }: StandInCommit['author']): string =>
  EMAILS[type]?.({ id, login }) ?? login

const idOf = (email: string): number | undefined => {
  const [, id] = /\.(\d+)@people\.test$/.exec(email) ?? []
  return id === undefined ? undefined : Number(id)
}

/** Accounts, each of which shows its address where `hidesEmails` does not name it. */
export const PEOPLE_ROUTES: GitLabRoute[] = [
  {
    method: 'GET',
    path: /^\/user$/,
    answer: ({ state: { account } }) => {
      const email = emailOf({ id: account.id, login: account.username, type: 'Bot' })
      return ok({ ...account, email, commit_email: email })
    },
  },
  {
    method: 'GET',
    path: /^\/users$/,
    answer: ({ state, url }) => {
      const email = url.searchParams.get('search') ?? ''
      const id = idOf(email)
      const found = id === undefined || state.hidesEmails.has(id) ? [] : [id]
      // It finds by names as well, and a name may be an address.
      const namesakes = [...state.namesakes].flatMap(([one, name]) => (name === email ? [one] : []))
      return ok(
        page(
          [...namesakes, ...found].map((one) => ({ id: one, name: email })),
          url,
        ),
      )
    },
  },
  {
    method: 'GET',
    path: /^\/users\/(\d+)$/,
    answer: ({ state, match }) => {
      const id = Number(match[1])
      const isShown = !state.hidesEmails.has(id) && !state.namesakes.has(id)
      return ok({ id, public_email: isShown ? `ann.${id}@people.test` : null })
    },
  },
  {
    method: 'GET',
    path: new RegExp(`${PROJECT}/members/all/(\\d+)$`),
    answer: within((_repository, { state, match }) =>
      Number(match[2]) === state.account.id && state.role > 0
        ? ok({ id: state.account.id, access_level: state.role })
        : none,
    ),
  },
]
