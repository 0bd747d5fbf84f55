import type { Book } from '../book.types.ts'
import { newProblem, type Problem } from '../problems.ts'
import { layerOf } from '../project/layers.ts'
import { PROJECT_FILE } from '../project/read-project.ts'

/** Layers that no file can get into: none lies in their paths, or an earlier layer takes them all. */
export const layerProblems = (
  { project }: Pick<Book, 'project'>,
  files: readonly string[],
): Problem[] => {
  const reached = new Set(files.map((file) => layerOf(project, file)?.name))
  return project.layers
    .filter(({ name }) => !reached.has(name))
    .map(({ name, paths }) =>
      newProblem(
        'unreachable-layer',
        { file: PROJECT_FILE, line: 1, column: 1 },
        `No Markdown file gets into layer "${name}": none lies in ${paths.join(', ')}, or an earlier layer or "exclude" takes it.`,
      ),
    )
}
