import type { FoundLine, TeamRepositories } from '@teamlore/db'
import type { ProjectId } from '@teamlore/shared'
import { tokensOf } from './line-index.ts'

export type Prints = { print: string; is_added: boolean }[]

export const printsOf = (
  files: readonly { added: readonly string[]; removed: readonly string[] }[],
): Prints => {
  const seen = new Set(files.flatMap(tokensOf))
  return [...seen].map((token) => ({ print: token.slice(1), is_added: token.startsWith('+') }))
}

export const tokenOf = ({ is_added, print }: Prints[number]) => `${is_added ? '+' : '-'}${print}`

/** Lines of a project that everybody writes, each with the time from which on it is known to be one. */
export type CommonLines = {
  isCommon: (line: Prints[number], at: number) => boolean
  add: (line: Prints[number], at: number) => void
}

/** Asks for the places of lines, those that are known to be common left out of the question. */
export const placesIn =
  (
    { linking }: Pick<TeamRepositories, 'linking'>,
    { projectId, common }: { projectId: ProjectId; common: CommonLines },
    until: number,
  ) =>
  async (lines: Prints): Promise<FoundLine[]> => {
    const found = await linking.places(
      lines.filter((line) => !common.isCommon(line, until)),
      { projectId, until },
    )
    for (const line of found) if (line.is_common) common.add(line, until)
    const known = lines.filter((line) => common.isCommon(line, until))
    return [
      ...found.filter((line) => !line.is_common),
      ...known.map((line) => ({
        ...line,
        is_common: true,
        is_landed: true,
        of: '',
        name: 0,
        at_ms: until,
      })),
    ]
  }
