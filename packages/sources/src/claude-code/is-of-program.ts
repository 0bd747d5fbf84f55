import type { RawRecord } from './raw-record.ts'

/**
 * A program that starts Claude Code speaks as a person would. The desktop is one too, for which a person types: it has an entry point of
 * its own.
 */
export const isOfProgram = ({ entrypoint, promptSource }: RawRecord): boolean =>
  typeof entrypoint === 'string' && PROGRAMS.test(entrypoint) && promptSource !== 'typed'

/** What a program calls, and a build: nobody types there. */
const PROGRAMS = /^sdk-|github-action/
