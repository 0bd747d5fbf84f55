// In which order test files run, so that both workers end at about the same time.
import { relative } from 'node:path'
import { BaseSequencer } from 'vitest/node'

/** Files of a project that opens databases and starts processes take long even where nothing is recorded yet. */
const UNKNOWN_MS = { withDatabase: 60_000, without: 0 }

const orderOf = ({ project }) => project.config.sequence.groupOrder

/**
 * Vitest runs the longest files of a project first, as it recorded them in node_modules, and projects by their names: a long file of
 * the last one is then waited for by one worker alone. Here the project whose longest file is the longest comes first.
 */
export class LongestFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files)
    const longest = new Map()
    for (const file of sorted) {
      const name = file.project.name
      longest.set(name, Math.max(longest.get(name) ?? 0, this.millisecondsOf(file)))
    }
    // Equal ones keep their order, so that the files of a project stay together.
    return sorted.toSorted((a, b) =>
      a.project.name === b.project.name
        ? 0
        : orderOf(a) - orderOf(b) ||
          longest.get(b.project.name) - longest.get(a.project.name) ||
          (a.project.name < b.project.name ? -1 : 1),
    )
  }

  millisecondsOf({ project, moduleId }) {
    const key = `${project.name}:${relative(this.ctx.config.root, moduleId)}`
    const recorded = this.ctx.cache.getFileTestResults(key)
    if (recorded !== undefined) return recorded.duration
    return project.config.globalSetup.length > 0 ? UNKNOWN_MS.withDatabase : UNKNOWN_MS.without
  }
}
