import type { Asked } from '../adapter.types.ts'

/** For tools that know no schema. */
export const withSchema = ({ prompt, schema }: Asked): string =>
  `${prompt}\n\nAnswer with one JSON value alone, without prose and without a code fence, after this JSON Schema:\n${JSON.stringify(schema)}\n`
