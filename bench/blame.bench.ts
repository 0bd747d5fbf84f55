// `npm run bench -- blame`: how long it takes to say which session wrote a line, or each line of a file.
import { readBenchOptions } from './harness/bench-options.ts'
import { benchQuestions } from './harness/code-questions.ts'

await benchQuestions('blame', readBenchOptions())
