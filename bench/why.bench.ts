// `npm run bench -- why`: how long it takes to say what is known of a file, a line or a diff.
import { readBenchOptions } from './harness/bench-options.ts'
import { benchQuestions } from './harness/code-questions.ts'

await benchQuestions('why', readBenchOptions())
