/** What one check found: a sentence, and where something is wrong another that says what to do. */
export type Finding = {
  /** Dotted and stable, for scripts. */
  check: string
  state: 'ok' | 'warning' | 'error'
  message: string
  remedy: string | null
}

export const ok = (check: string, message: string): Finding => ({
  check,
  state: 'ok',
  message,
  remedy: null,
})

export const warning = (check: string, message: string, remedy: string): Finding => ({
  check,
  state: 'warning',
  message,
  remedy,
})

export const failure = (check: string, message: string, remedy: string): Finding => ({
  check,
  state: 'error',
  message,
  remedy,
})
