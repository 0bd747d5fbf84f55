// A vitest reporter beside the usual ones: what failed, with its first error, to the file that TEST_FAILURES names. The JSON
// report knows tests alone: a clean-up that failed made its file red and left no word of why.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'

const MESSAGE_CHARACTERS = 600

export default class Failures {
  onTestRunEnd(modules, unhandled) {
    const failed = modules.flatMap((module) => [
      ...described(module, relative(process.cwd(), module.moduleId)),
      ...[...module.children.allSuites()].flatMap((suite) => described(suite, fullName(suite))),
      ...[...module.children.allTests('failed')].map((test) =>
        entry(fullName(test), test.result().errors),
      ),
    ])
    if (unhandled.length > 0) failed.push(entry('outside of every test', unhandled))
    writeFileSync(process.env.TEST_FAILURES, failed.join(''))
  }
}

function described(part, name) {
  const errors = part.errors()
  return errors.length === 0 ? [] : [entry(name, errors)]
}

function fullName(part) {
  return `${relative(process.cwd(), part.module.moduleId)} > ${part.fullName}`
}

function entry(name, errors) {
  const message = errors.map(({ stack, message }) => stack ?? message).join('\n')
  return `  ${name}\n    ${message.slice(0, MESSAGE_CHARACTERS).replaceAll('\n', '\n    ')}\n`
}
