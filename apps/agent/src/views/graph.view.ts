import type { CodeGraph, ImportKind } from '@teamlore/shared/code'
import type { CodeFile } from '../graph/reading/graph.types.ts'
import type { SentGraph } from '../graph/spool-graph.ts'
import { plural } from '../output/format.ts'
import { bold, cyan, dim, type Line } from '../output/line.ts'

type Figures = {
  files: number
  read: number
  imports: number
  unresolved: number
  kept_back: number
  ms: number
}
type Edge = { path: string; kind: ImportKind }

const sentLine = ({ state, sent, gone, trouble }: SentGraph): Line => {
  switch (state) {
    case 'unchanged':
      return ['The server has it already.']
    case 'waits':
      return [
        `It waits on this machine${trouble === undefined ? '' : ` (${trouble})`}; a running \`lore watch\`, \`lore import\` or this command sends it when the server answers.`,
      ]
    case 'outdated':
      return ['The server has a newer one of this machine.']
    case 'added':
      return [
        'Sent; the team’s graph is that of the default branch, so only files it lacked were added.',
      ]
    case 'stored':
      return [`Sent ${plural(sent, 'file')}${gone === 0 ? '' : `, ${gone} gone`}.`]
  }
}

export const builtLines = (
  { files, read, imports, unresolved, kept_back, ms }: Figures,
  sent: SentGraph | undefined,
): Line[] => [
  [
    bold(plural(files, 'file')),
    `, ${plural(imports, 'import')} between them; read ${read} again in ${ms} ms.`,
  ],
  ...(unresolved === 0 ? [] : [[dim(`${plural(unresolved, 'import')} of own files led nowhere.`)]]),
  ...(kept_back === 0 ? [] : [[dim(`${plural(kept_back, 'file')} kept back by .loreignore.`)]]),
  sent === undefined ? ['Nothing was sent.'] : sentLine(sent),
]

export const statusLines = (graph: CodeGraph): Line[] => [
  [bold(graph.project?.name ?? 'This project')],
  [`${plural(graph.files, 'file')}, ${plural(graph.imports, 'import')} between them`],
  [graph.languages.map(({ language, files }) => `${language} ${files}`).join(', ')],
  [
    dim(
      `built ${graph.built_at} of ${graph.branch ?? 'no branch'}${graph.commit === null ? '' : ` at ${graph.commit.slice(0, 12)}`}`,
    ),
  ],
]

const edgeLines = (title: string, edges: readonly Edge[]): Line[] => [
  [bold(`${title} (${edges.length})`)],
  ...edges.map(
    ({ path, kind }): Line => ['  ', cyan(path), ...(kind === 'static' ? [] : [dim(`  ${kind}`)])],
  ),
]

export const fileLines = (
  { path, language, lines }: Pick<CodeFile, 'path' | 'language' | 'lines'>,
  imports: readonly Edge[],
  importedBy: readonly Edge[],
): Line[] => [
  [bold(path), dim(`  ${language}, ${plural(lines, 'line')}`)],
  ...edgeLines('Imports', imports),
  ...edgeLines('Imported by', importedBy),
]
