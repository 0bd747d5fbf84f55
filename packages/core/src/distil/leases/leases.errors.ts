import { defineError } from '../../errors.ts'

export const distilForbidden = defineError(
  'forbidden',
  'distil.forbidden',
  'Your team does not allow this coding agent to distil its sessions; ask an admin, or take another by --with.',
)

export const distilSwitchedOff = defineError(
  'forbidden',
  'distil.switched_off',
  'Language models are switched off for your team, which counts for your own coding agent too; an admin switches them on under Settings → Language model.',
)

export const distilNotYourself = defineError(
  'forbidden',
  'distil.not_yourself',
  'Somebody else made this credential for you, so that your private sessions are closed to it; run `lore login` and confirm its code yourself.',
)

export const distilRuleUnclear = defineError(
  'invalid',
  'distil.rule_unclear',
  'The subject of a rule is empty for the team, the id of a project, or claude, codex, gemini, opencode or copilot.',
)
