export type Relation =
  | 'supersedes'
  | 'amends'
  | 'contradicts'
  | 'duplicates'
  | 'independent'
  /** Both live on, and a person decides. */
  | 'unsure'
export type Verdict = { relation: Relation; confidence: number; reason: string }
