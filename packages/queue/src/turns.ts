/** The highest that the queue takes. Beyond it jobs go in the order in which they came, until the queue was empty once. */
const LAST_PLACE = 2_000_000

/** Jobs whose places are kept in mind before it is looked whether they still wait. */
const MOST_KNOWN = 20_000

type Line = {
  /** Place of the job that was taken last. */
  at: number
  /** Last place that was given to each team. */
  lastOf: Map<string, number>
  /** Places of jobs that wait, by key: the same job published again keeps its own. */
  waiting: Map<string, number>
  /** So many of them are kept before it is looked which wait no more. */
  most: number
}

/** One job of a team, in the line of jobs of one name. */
export type InLine = { job: string; teamId: string; key: string }

export const inLine = (job: string, payload: Record<string, unknown>, key: string): InLine => ({
  job,
  teamId: String(payload['team_id'] ?? ''),
  key,
})

/**
 * Jobs of several teams take turns. Each job gets a place, and the queue takes the lowest first. The first job of a team that has none
 * waiting comes right behind the one at work, its second a place later, and so on: however much another team has waiting, one of
 * each is taken before the second of any.
 *
 * Nothing of it is stored. A process that starts knows of no jobs and gives low places again, so that who comes new is still first;
 * of several processes each gives places of its own, so that a team has as many turns in a round as there are processes that publish.
 */
export const createTurns = () => {
  const lines = new Map<string, Line>()
  const lineOf = (job: string): Line => {
    const known = lines.get(job)
    if (known !== undefined) return known
    const line = { at: 1, lastOf: new Map(), waiting: new Map(), most: MOST_KNOWN }
    lines.set(job, line)
    return line
  }
  const give = ({ job, teamId, key }: InLine, least: number): number => {
    const line = lineOf(job)
    const last = line.lastOf.get(teamId) ?? 0
    const place = Math.min(Math.max(least, last + 1), LAST_PLACE)
    line.lastOf.set(teamId, place)
    line.waiting.set(key, place)
    if (line.waiting.size > line.most) forgetTaken(line)
    return place
  }
  return {
    /** Place of a job that is published. */
    placeOf: (asked: InLine): number => {
      const line = lineOf(asked.job)
      const known = line.waiting.get(asked.key)
      return known === undefined ? give(asked, line.at) : Math.max(known, line.at)
    },
    /** Place of a job that had its turn and is not done: behind the first of everybody else. */
    againOf: (asked: InLine): number => give(asked, lineOf(asked.job).at + 1),
    /** A worker took a job, or the first that waits has this place. */
    reached: (job: string, place: number): void => {
      const line = lineOf(job)
      // What was queued before there were places, or is tried again, says nothing of where the line is.
      if (place > line.at) line.at = Math.min(place, LAST_PLACE)
    },
    /** The job does not wait any more. */
    left: (job: string, key: string): void => {
      lineOf(job).waiting.delete(key)
    },
    /** Nothing waits any more: all begin anew. */
    emptied: (job: string): void => {
      lines.delete(job)
    },
  }
}

/**
 * What another process took is known here by its place alone. Looked for again once there are twice as many: in an import none is
 * taken yet, and each new one would look through all of them.
 */
const forgetTaken = (line: Line): void => {
  for (const [key, place] of line.waiting) if (place < line.at) line.waiting.delete(key)
  line.most = Math.max(MOST_KNOWN, 2 * line.waiting.size)
}

export type Turns = ReturnType<typeof createTurns>
