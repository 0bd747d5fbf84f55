import type { GuideStep, HomeGuide } from '@teamlore/shared/home'

/** Whether nothing of the guide is to be shown: it was put away, or all of it happened. */
export const isGuideOver = ({ is_hidden, steps }: HomeGuide): boolean =>
  is_hidden || steps.every(({ is_done }) => is_done)

type StepWords = {
  name: string
  /** Why one would, while it is not done. */
  says: string
  command?: (server: string) => string
  /** The page where it is done or seen. */
  page: { href: string; name: string }
}

export const STEP_WORDS: Record<GuideStep, StepWords> = {
  machine: {
    name: 'Connect a machine',
    says: 'Where your coding tools run. It installs the agent of this server and signs in by a short code.',
    command: (server) => `npx ${server}/agent.tgz join`,
    page: { href: '/capture', name: 'Machines' },
  },
  import: {
    name: 'Import your sessions',
    says: 'What the tools kept so far. Secrets are taken out on your machine, before anything is sent.',
    command: () => 'lore import',
    page: { href: '/import', name: 'Hand in files instead' },
  },
  distil: {
    name: 'Distil them with your own coding agent',
    says: 'The agent that you already pay for reads your sessions and writes down what a colleague would want to know. It says what it would cost and asks first.',
    command: () => 'lore distil',
    page: { href: '/settings/own-agents', name: 'What it did and cost' },
  },
  agents: {
    name: 'Connect your agents',
    says: 'So that they begin with what the team knows, and can ask. This is done once an agent has asked.',
    command: () => 'lore hooks install',
    page: { href: '/settings/connect', name: 'Every other client' },
  },
  invite: {
    name: 'Invite a colleague',
    says: 'By mail, or by a link that you hand on.',
    page: { href: '/settings/invitations', name: 'Invitations' },
  },
}
