import { questionIn } from './questions-of-memory.ts'
import { formerStatementIn } from './replaced-on.ts'

/**
 * What a model sees of a document. A former statement of a memory, or a question that it answers, is seen without the one that
 * holds, which would make it near to neither of them. Names of people stay out: they dominate small models, so that a question naming
 * somebody would find all that this person ever said. The full text keeps them.
 */
export const embeddingText = ({ title, body }: { title: string; body: string }): string => {
  const alone = formerStatementIn(body) ?? questionIn(body)
  if (alone !== undefined) return alone
  const start = title.replace(/…$/, '')
  if (start === '' || body.startsWith(start)) return body
  return `${title}\n${body}`
}
