import { dropQuotes } from '../../hooks/drop-quotes.ts'
import { hookPlaces } from '../../hooks/hook-places.ts'
import type { CommandContext } from './command-context.ts'

/** What takes away the quotes that lie on this machine, once something was forgotten. */
export const quotesOf =
  ({ paths, surroundings }: CommandContext, serverId: string) =>
  (): Promise<void> => {
    const { platform } = surroundings
    return dropQuotes({
      places: hookPlaces(paths, platform),
      stateDir: paths.stateDir,
      serverId,
      platform,
    })
  }
