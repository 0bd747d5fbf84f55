import type { Project, SearchHit, Session } from '@teamlore/shared'
import { count } from '../../lib/format/number.ts'
import { plainLine, shorten } from '../../lib/format/plain-text.ts'
import { toolName } from '../../lib/format/tool-name.ts'
import { questionAddress } from '../../lib/pasted-question.ts'
import { PAGES } from './pages.ts'

export type PaletteItem = {
  id: string
  group: 'Go to' | 'Projects' | 'Sessions' | 'Found'
  title: string
  detail: string
  /** Where it leads; found out when it is chosen where finding out leaves something behind. */
  href: string | (() => string)
}

type Sources = {
  query: string
  projects: readonly Project[]
  sessions: readonly Session[]
  hits: readonly SearchHit[]
}

const PROJECTS_SHOWN = 5

/** What the palette offers for what was typed so far; the first one is what Enter does. */
export const paletteItems = ({ query, projects, sessions, hits }: Sources): PaletteItem[] => {
  const wanted = query.trim().toLowerCase()
  const matches = (text: string) => text.toLowerCase().includes(wanted)
  return [
    ...searchItem(query.trim()),
    ...PAGES.filter(({ name }) => matches(name)).map(({ href, name }) => ({
      id: `page-${name}`,
      group: 'Go to' as const,
      title: name,
      detail: '',
      href,
    })),
    ...projects
      .filter(({ name }) => matches(name))
      .slice(0, PROJECTS_SHOWN)
      .map(({ id, name, sessions: amount }) => ({
        id,
        group: 'Projects' as const,
        title: plainLine(name),
        detail: count(amount, 'session'),
        href: `/sessions?${new URLSearchParams({ project: id })}`,
      })),
    ...sessions.map((session) => ({
      id: session.id,
      group: 'Sessions' as const,
      title: plainLine(session.title),
      detail: [session.project?.name, toolName(session.tool)]
        .filter((part) => part !== undefined)
        .map(plainLine)
        .join(' · '),
      href: `/sessions/${session.id}`,
    })),
    ...hits.map((hit) => ({
      id: `hit-${hit.id}`,
      group: 'Found' as const,
      title: shorten(plainLine(hit.title), 120),
      detail: [hit.type ?? hit.kind, hit.project?.name]
        .filter((part) => part !== undefined)
        .map(plainLine)
        .join(' · '),
      href: hit.url,
    })),
  ]
}

const searchItem = (query: string): PaletteItem[] =>
  query === ''
    ? []
    : [
        {
          id: 'search',
          group: 'Go to',
          title: `Search for “${shorten(query, 120)}”`,
          detail: 'everything the team has',
          href: () => `/search?${new URLSearchParams(questionAddress(query))}`,
        },
      ]
