'use client'

import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'
import { useProjects } from '../projects/index.ts'
import { type PaletteItem, paletteItems } from './palette-items.ts'

const SHOWN = 6
const TYPING_PAUSE_MS = 160
/** What a server takes of a title. */
const MAX_TITLE = 200

/** Items for what is being typed; sessions and hits come from the server once the typing pauses. */
export const usePaletteItems = (query: string, isOpen: boolean): PaletteItem[] => {
  const api = useApi()
  const [settled] = useDebouncedValue(query.trim(), TYPING_PAUSE_MS)
  const projects = useProjects()
  const sessionQuery = { title: settled.slice(0, MAX_TITLE) || undefined, limit: SHOWN }
  const sessions = useQuery({
    queryKey: ['palette', ...queryKeys.sessions(sessionQuery)],
    queryFn: ({ signal }) => api.sessions.list(sessionQuery, { signal }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  const hits = useQuery({
    queryKey: ['palette', ...queryKeys.search({ q: settled })],
    queryFn: ({ signal }) => api.search({ q: settled, limit: SHOWN }, { signal }),
    enabled: isOpen && settled.length > 1,
    placeholderData: keepPreviousData,
  })
  return paletteItems({
    query,
    projects: projects.data ?? [],
    sessions: sessions.data?.items ?? [],
    hits: settled.length > 1 ? (hits.data?.items ?? []) : [],
  })
}
