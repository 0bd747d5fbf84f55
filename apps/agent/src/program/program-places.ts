import { join } from 'node:path'

/** Where `lore join` keeps the program, so that services and hooks find it whatever becomes of the cache it was started from. */
export type ProgramPlaces = {
  folder: string
  /** What node is given to start it. */
  script: string
  /** Which package it is. */
  installed: string
}

export const programPlaces = ({ stateDir }: { stateDir: string }): ProgramPlaces => {
  const folder = join(stateDir, 'program')
  return {
    folder,
    script: join(folder, 'node_modules/@teamlore/agent/bin/lore.mjs'),
    installed: join(folder, 'installed.json'),
  }
}
