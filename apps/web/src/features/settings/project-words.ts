import type { Project } from '@teamlore/shared'
import type { ProjectSettings } from '@teamlore/shared/projects'
import { plainLine } from '../../lib/format/plain-text.ts'

/** What a form about a project says. */
export type Wanted = Pick<
  ProjectSettings,
  'default_visibility' | 'is_restricted' | 'keeps_worktrees_apart' | 'links_from' | 'shares_code'
>

export const wantedOf = ({
  default_visibility,
  is_restricted,
  keeps_worktrees_apart,
  links_from,
  shares_code,
}: Wanted): Wanted => ({
  default_visibility,
  is_restricted,
  keeps_worktrees_apart,
  links_from,
  shares_code,
})

/** What is asked for and not so already. */
export const changesOf = (before: Wanted, wanted: Wanted): Partial<Wanted> =>
  Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => before[name as keyof Wanted] !== value),
  )

/** In a word or two, beside its name. */
export const badgesOf = (project: Project): string[] => [
  ...(project.is_restricted ? ['restricted'] : []),
  ...(project.is_closed_to_you ? ['closed to you'] : []),
  ...(project.default_visibility === 'private' ? ['new sessions are private'] : []),
  ...(project.keeps_worktrees_apart ? ['worktrees apart'] : []),
  ...(project.shares_code ? ['shares its code'] : []),
  ...(project.links_from > 0.5 ? [`links from ${project.links_from}`] : []),
]

/** `Ana, Bo and Cy`. */
const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

const readersAfter = ({ access }: ProjectSettings): string =>
  access.length === 0
    ? 'Its list is empty, so you are put on it, and nobody else reads it.'
    : `Only ${listed(access.map(({ user }) => plainLine(user.name)))} will read it.`

/** What other people gain or lose by it, to be read before it is done; empty where nobody does. */
export const consequencesOf = (project: ProjectSettings, wanted: Wanted): string[] => {
  const changes = changesOf(project, wanted)
  return [
    ...(changes.is_restricted === true
      ? [
          readersAfter(project),
          'All others lose its sessions, findings, memories and commits at once, in search and everywhere else. What somebody wrote themselves they still read.',
        ]
      : []),
    ...(changes.is_restricted === false
      ? [
          'The whole team reads all that is in it at once, what was captured while it was restricted too. Private sessions stay private.',
        ]
      : []),
    ...(changes.shares_code === true
      ? [
          'Machines that work in it send the text of the lines that its commits add, those of before as well. Secrets are taken out as from sessions. Whoever reads the project reads that code here.',
        ]
      : []),
    ...(changes.shares_code === false
      ? ['The code that was shared is deleted on this server at once, and no more is taken.']
      : []),
    ...(changes.default_visibility === 'private'
      ? [
          'New sessions are read by whoever wrote them alone, until they share them. Those that are there stay as they are.',
        ]
      : []),
  ]
}
