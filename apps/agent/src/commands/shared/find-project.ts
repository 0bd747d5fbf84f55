import type { LoreClient, Project } from '@teamlore/shared'
import { CliError } from '../../errors/cli-error.ts'

const PAGE = { limit: 200 }

/** Those that one sees. */
export const projectsOf = async (client: LoreClient): Promise<Project[]> => {
  const found: Project[] = []
  let cursor: string | undefined
  do {
    const page = await client.projects.list({ ...PAGE, ...(cursor ? { cursor } : {}) })
    found.push(...page.items)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return found
}

/** A project by id, whole name or the last part of it, as far as one alone is meant. */
export const projectOf = async (client: LoreClient, typed: string): Promise<Project> => {
  const wanted = typed.toLowerCase()
  const found = (await projectsOf(client)).filter(({ id, name }) =>
    [id, name.toLowerCase(), name.toLowerCase().split('/').at(-1)].includes(wanted),
  )
  const [one, second] = found
  if (one !== undefined && second === undefined) return one
  throw new CliError({
    code: 'projects.which',
    message:
      one === undefined
        ? `You see no project called ${typed}.`
        : `Several projects are called ${typed}.`,
    hint: '`lore projects` shows those you see, with their ids.',
  })
}
