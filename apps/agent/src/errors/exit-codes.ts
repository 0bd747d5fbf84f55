/** What `lore` ends with. */
export const EXIT = {
  ok: 0,
  /** Nothing, or not all, could be done; the reasons were printed. */
  failed: 1,
  /** The command line or a setting is wrong; nothing was tried. */
  usage: 2,
  /** Stopped by Ctrl-C. */
  interrupted: 130,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]
