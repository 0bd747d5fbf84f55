import { shownSideSchema } from '@teamlore/shared/memory-standing'
import { z } from 'zod'

const entrySchema = z.object({
  id: z.string(),
  kind: z.string(),
  section: z.string(),
  text: z.string(),
  via: z.string(),
  weight: z.number(),
  marks: z.array(z.string()),
  contradicted_by: z.array(shownSideSchema).optional(),
})
export type KnownEntry = z.infer<typeof entrySchema>

/** Parts of the answer, in their order. */
export const SECTIONS = [
  { section: 'holds', title: 'What holds here' },
  { section: 'graveyard', title: 'Tried and taken back' },
  { section: 'code', title: 'The code then' },
  { section: 'book', title: 'What the lorebooks say' },
  { section: 'history', title: 'How it came about' },
  { section: 'replaced', title: 'Replaced: no longer holds' },
] as const

/** The entries of an answer in JSON; none where it cannot be read. */
export const readEntries = (text: string): KnownEntry[] => {
  try {
    return z.object({ entries: z.array(entrySchema) }).parse(JSON.parse(text)).entries
  } catch {
    return []
  }
}

const PAGES: Record<string, string> = {
  mem: 'memories',
  ses: 'sessions',
  cmt: 'commits',
  ent: 'entities',
}

/** The page of what an entry is about. */
export const hrefOf = (id: string): string | undefined => {
  const [, kind = ''] = /^([a-z]{3})_[0-9a-z]+$/.exec(id) ?? []
  const page = PAGES[kind]
  return page === undefined ? undefined : `/${page}/${id}`
}

/** Ids are for agents, who open things by them; people have the link. */
export const withoutIds = (mark: string): string =>
  mark.replace(/\s?\(?\b(?:ses|cmt|mem|prj|msg|obs)_[0-9a-z]{6,}\b\)?/g, '')
