import type { Forgettable } from './forget-thing.ts'

export const SEVERAL = ['mine', 'before', 'project'] as const
export type Several = (typeof SEVERAL)[number]

/** What somebody chose so far. */
export type SeveralChoice = {
  which: Several
  /** A day, as the field has it; empty for none. */
  before: string
  project: { id: string; name: string } | undefined
}

/** What is asked of the server by a choice; undefined as long as something is missing. */
export const severalOf = ({
  which,
  before,
  project,
}: SeveralChoice): Extract<Forgettable, { kind: 'several' }> | undefined => {
  const until = before === '' ? {} : { before }
  const said = before === '' ? '' : ` before ${before}`
  if (which === 'mine')
    return { kind: 'several', id: 'mine', title: 'all sessions of yours', asked: { mine: true } }
  if (which === 'before') {
    if (before === '') return undefined
    const title = `sessions of yours${said}`
    return { kind: 'several', id: `mine${said}`, title, asked: { mine: true, ...until } }
  }
  if (project === undefined) return undefined
  const { id, name } = project
  return {
    kind: 'several',
    id: `${id}${said}`,
    title: before === '' ? `all of ${name}` : `sessions in ${name}${said}`,
    asked: { mine: false, project: id, ...until },
    name,
  }
}
