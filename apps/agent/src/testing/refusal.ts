export type Failure = { status: number; body: unknown; headers?: Record<string, string> }

/** What a fake server answers instead. */
export class Refusal extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super('refused')
    this.failure = failure
  }
}

export const errorBody = (code: string, message: string, details?: object) => ({
  error: { code, message, ...(details === undefined ? {} : { details }) },
})
