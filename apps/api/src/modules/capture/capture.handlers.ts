import type { Routes } from '@teamlore/shared'
import type { Handlers } from '../../routing/serve.ts'
import type { CaptureUseCases } from './capture.use-cases.ts'

/** How capture goes on each machine. */
export const captureHandlers = (useCases: CaptureUseCases): Handlers<Pick<Routes, 'capture'>> => ({
  capture: {
    get: (scope, { query }) => useCases.getCapture(scope, query),
    report: (scope, { body }) => useCases.reportCapture(scope, body),
  },
})
