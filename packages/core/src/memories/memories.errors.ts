import { defineError } from '../errors.ts'

export const memoryNotFound = defineError(
  'not_found',
  'memory.not_found',
  'There is no such memory in your team, or it is private to somebody else.',
)

export const memoryProjectUnknown = defineError(
  'not_found',
  'memory.project_unknown',
  'No project of that name is known here; send a session of it first, or name no project.',
)

export const memoryProjectAmbiguous = defineError(
  'invalid',
  'memory.project_ambiguous',
  'Several projects have that name; give the id of the one you mean.',
)

export const memoryNotLiving = defineError(
  'conflict',
  'memory.not_living',
  'This memory does not hold any more; change the one that took its place, or write a new one.',
)

export const memoryAssigneeUnknown = defineError(
  'invalid',
  'memory.assignee_unknown',
  'There is no such member in your team; give the id of a member, or null.',
)

export const memorySupersedesUnknown = defineError(
  'invalid',
  'memory.supersedes_unknown',
  'Nothing was written: there is no memory of the id in `supersedes` in your team, or it is private to somebody else. Search for the one you mean and give its id, or leave `supersedes` out.',
)

export const memoryBasisUnknown = defineError(
  'invalid',
  'memory.basis_unknown',
  'Nothing was written: there is no memory of an id in `rests_on` in your team, or it is private to somebody else. Search for the one you mean and give its id, or leave `rests_on` out.',
)

export const memoryEvidenceUnknown = defineError(
  'invalid',
  'memory.evidence_unknown',
  'There is no such message or session in your team, or it is private to somebody else; give the id of one you can open.',
)

export const memoryNothingToUndo = defineError(
  'conflict',
  'memory.nothing_to_undo',
  'There is no decision of yours left to undo.',
)

export const memoryStatementMissing = defineError(
  'invalid',
  'memory.statement_missing',
  'Say in `statement` what holds instead.',
)

export const memorySame = defineError(
  'invalid',
  'memory.same',
  'Name two different memories that both hold; of two of which one directly replaced the other, only `both` can be said.',
)
