import type { TeamRole } from '../contracts/common.contract.ts'

/** From the lowest to the highest: each may all that those before it may. */
export const ROLES = ['viewer', 'member', 'admin', 'owner'] as const satisfies readonly TeamRole[]

/**
 * What there is to be allowed, and the lowest role that may. Routes take what they need from here, and the dashboard shows
 * what the reader may: this table is the one place that says so.
 */
export const ABILITIES = {
  'team.read': { needs: 'viewer', says: 'Read and search what the team shares' },
  'self.manage': { needs: 'viewer', says: 'Manage own keys, browsers and name; leave the team' },
  'sessions.capture': {
    needs: 'member',
    says: 'Send sessions, keep own ones private or share them',
  },
  'records.forget': {
    needs: 'member',
    says: 'Forget what is their own; admins anything, by its id',
  },
  'machines.register': { needs: 'member', says: 'Connect own machines' },
  'people.see': { needs: 'viewer', says: 'See who is in the team' },
  'people.invite': { needs: 'admin', says: 'Invite people, up to the own role' },
  'people.manage': { needs: 'admin', says: 'Change roles and remove people, up to the own role' },
  'keys.manage': {
    needs: 'admin',
    says: 'Make and revoke keys and sign-in links of others, up to the own role',
  },
  'audit.read': { needs: 'admin', says: 'See who did what, and when' },
  'services.manage': { needs: 'admin', says: 'Make accounts for bots and CI' },
  'projects.manage': {
    needs: 'admin',
    says: 'Set who sees a project and what its sessions are by default',
  },
  'sign_in.manage': {
    needs: 'owner',
    says: 'Set where people sign in, and which roles their groups give',
  },
  'rules.manage': { needs: 'admin', says: 'Set what the team takes for a secret' },
  'memories.policy': { needs: 'admin', says: 'Set who lets memories become active' },
  'forgetting.manage': {
    needs: 'admin',
    says: 'Set how long what was forgotten can be brought back',
  },
  'integrations.manage': {
    needs: 'admin',
    says: 'Connect code hosts and webhooks, and see what was said there',
  },
  'checks.override': {
    needs: 'admin',
    says: 'Let a pull request pass whose check asks for an acknowledgement',
  },
  'usage.manage': { needs: 'admin', says: 'Cap or switch off what language models cost' },
  'jobs.manage': { needs: 'admin', says: 'Retry background work' },
  'team.manage': { needs: 'admin', says: 'Name the team' },
  'team.own': { needs: 'owner', says: 'Make owners, hand the team over, found another team' },
} as const satisfies Record<string, { needs: TeamRole; says: string }>

export type Ability = keyof typeof ABILITIES

export const roleCovers = (held: TeamRole, needed: TeamRole): boolean =>
  ROLES.indexOf(held) >= ROLES.indexOf(needed)

export const lowerRole = (a: TeamRole, b: TeamRole): TeamRole => (roleCovers(a, b) ? b : a)

export const mayDo = (role: TeamRole, ability: Ability): boolean =>
  roleCovers(role, ABILITIES[ability].needs)

/** Everything a role may, in the order of the table. */
export const abilitiesOf = (role: TeamRole): Ability[] =>
  (Object.keys(ABILITIES) as Ability[]).filter((ability) => mayDo(role, ability))

/** The role that an ability needs, as a route states it. */
export const needed = <A extends Ability>(ability: A): (typeof ABILITIES)[A]['needs'] =>
  ABILITIES[ability].needs
