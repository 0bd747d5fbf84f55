/** What one check found: a sentence, and where something is wrong another that says what to do. */
export type Finding = {
  /** Dotted and stable, for scripts. */
  check: string
  state: 'ok' | 'warning' | 'error'
  message: string
  mend: string | null
}

export const ok = (check: string, message: string): Finding => ({
  ...{ check, state: 'ok', message, mend: null },
})

export const warning = (check: string, message: string, mend: string): Finding => ({
  ...{ check, state: 'warning', message, mend },
})

export const failure = (check: string, message: string, mend: string): Finding => ({
  ...{ check, state: 'error', message, mend },
})
