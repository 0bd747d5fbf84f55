import type { Source } from '@teamlore/sources/source'
import type { Group } from './find-groups.ts'
import type { ImportOptions } from './import.types.ts'
import type { ReportBuilder } from './import-report.ts'

type Chosen = Pick<ImportOptions, 'tools' | 'toolsOff' | 'path'>

/**
 * Whose sessions are looked for: not even the places of tools that are switched off are looked at. Under a path that was named
 * all are, or the file of one tool might be taken for another's.
 */
export const chosenSources = (
  sources: readonly Source[],
  { tools, toolsOff = [], path }: Chosen,
): readonly Source[] =>
  sources.filter(
    ({ info: { name } }) =>
      (tools === undefined || tools.includes(name)) &&
      (path !== undefined || !toolsOff.includes(name)),
  )

type Options = { toolsOff: readonly string[]; report: Pick<ReportBuilder, 'skipped'> }

/** What of tools that are switched off was found under a path is left alone, with the reason. */
export const withoutThoseOff = (
  groups: readonly Group[],
  { toolsOff, report }: Options,
): Group[] => {
  const isOff = ({ source }: Group): boolean => toolsOff.includes(source.info.name)
  for (const { source, places } of groups.filter(isOff))
    for (const { path } of new Map(places.map((place) => [place.path, place])).values())
      report.skipped(
        path,
        `is of ${source.info.label}, which is switched off; \`lore tools on ${source.info.name}\` has it read`,
      )
  return groups.filter((group) => !isOff(group))
}
