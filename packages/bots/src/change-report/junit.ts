import type { ChangeItem, ChangeReport } from '@teamlore/shared/change-report'
import { create } from 'xmlbuilder'
import { bearsOf, doubtsOf, headOf, placeOf, sentenceOf } from './words.ts'

/** Characters that XML 1.0 has no place for. */
const isXml = (character: string): boolean => {
  const code = character.codePointAt(0) ?? 0
  return (
    code === 0x9 ||
    code === 0xa ||
    code === 0xd ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    code >= 0x10000
  )
}
const xmlText = (text: string): string => [...text].filter(isXml).join('')

/** The place stands in the text: published schemas know no file of a single test. */
const detailsOf = (item: ChangeItem): string =>
  xmlText(
    [
      ...(item.path === null ? [] : [placeOf(item)]),
      sentenceOf(item),
      `Shown because ${bearsOf(item)} (${item.id}).`,
      ...doubtsOf(item),
    ].join('\n'),
  )

/** A report as JUnit XML: a test for each item, which fails where the check does. Without items there is one that passes. */
export const junitOf = (
  { items }: Pick<ChangeReport, 'items'>,
  failing: readonly ChangeItem[],
): string => {
  const tests = Math.max(1, items.length)
  const counts = { tests, failures: failing.length, errors: 0, skipped: 0, time: 0 }
  const suite = create('testsuites', { encoding: 'UTF-8' })
    .att({ name: 'lore ci', tests, failures: failing.length, errors: 0, time: 0 })
    .ele('testsuite', { name: 'What the team knows of this change', ...counts })
  if (items.length === 0)
    suite.ele('testcase', { classname: 'teamlore', name: 'Nothing to say', time: 0 })
  for (const item of items) {
    const name = xmlText(`${headOf(item)}: ${item.title || item.statement}`).slice(0, 200)
    const test = suite.ele('testcase', {
      classname: `teamlore.${item.kind}`,
      name,
      time: 0,
    })
    if (failing.includes(item))
      test.ele('failure', { message: name, type: item.kind }).txt(detailsOf(item))
    else test.ele('system-out').txt(detailsOf(item))
  }
  return `${suite.end({ pretty: true })}\n`
}
