import { count } from './format.ts'

/** What becomes of secrets that were found. A dry run sends nothing, so it took nothing out either. */
export const secretsText = (amount: number, { dryRun }: { dryRun: boolean }): string =>
  dryRun
    ? `${count(amount)} would be taken out before anything leaves this machine`
    : `${count(amount)} taken out before anything left this machine`
