import type { Acknowledgement } from '@teamlore/db'
import type { ChangeReport } from '@teamlore/shared/change-report'
import type { HostCheck } from '@teamlore/shared/code-hosts'
import type { RequiredKind } from '@teamlore/shared/integrations'
import type { AnswerOptions, AnswerWording } from './command-answers.ts'
import type { News } from './shown-items.ts'

type CheckWords = Pick<
  HostCheck,
  'name' | 'conclusion' | 'title' | 'brief' | 'summary' | 'annotations'
>

/** `numbers`: of items, by their ids. */
type SayOptions = AnswerOptions & { numbers: ReadonlyMap<string, number> }

/** What a check asks for, and what of it somebody has seen. */
export type Asking = { required: RequiredKind[]; acknowledged: readonly Acknowledgement[] }

/** Puts a report, and answers to commands, into the forms that a host takes. */
export type Wording = AnswerWording & {
  marker: string
  nothingLeft: string
  /** Empty where nothing is worth saying. */
  commentOf: (
    report: ChangeReport,
    options: SayOptions & { news?: News | undefined; asks?: Asking | undefined },
  ) => string
  checkOf: (report: ChangeReport, options: SayOptions & Asking) => CheckWords
  /** Where nothing is to be said and the host waits for the check. */
  quietCheck: CheckWords
}
