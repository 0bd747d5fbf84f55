import type { ProposalNote, ProposalRow } from '@teamlore/db'
import { HostError, type HostPlace } from '@teamlore/shared/code-hosts'
import type { HostFiles, HostProposal, HostProposals } from '@teamlore/shared/host-proposals'
import { hashOf, type SectionChanges, sectionHashOf } from './agents-md-changes.ts'
import { AGENTS_MD_BRANCH } from './agents-md-switch.ts'

/** What a pull request says of what it changes. */
export type ProposalWording = (asked: {
  path: string
  changes: SectionChanges
  isNew: boolean
}) => {
  title: string
  body: string
  message: string
}

type Host = Pick<
  HostProposals,
  | 'branchHead'
  | 'changeProposal'
  | 'commitFile'
  | 'isOwnWork'
  | 'openProposals'
  | 'propose'
  | 'removeBranch'
  | 'topFiles'
>

/** `note`: written down at once, as a kill may come at any step. It throws where somebody else holds it by now. */
export type Proposing = {
  host: Host
  now: () => Date
  row: ProposalRow
  place: HostPlace
  app: string
  files: HostFiles
  note: (noted: ProposalNote) => Promise<void>
}

export const FOREIGN = `Somebody pushed to the branch ${AGENTS_MD_BRANCH}, so it is left as it is. Merge what it proposes, or close that and delete the branch.`

/** A host may need as long to show what it has taken. */
const SETTLE_MS = 15_000

/** Where the branch is; `foreign` where somebody pushed to it. */
const headOf = async ({ host, row, place, app, files }: Proposing) => {
  const head = await host.branchHead(place, AGENTS_MD_BRANCH)
  if (head === null || head === row.head) return head
  const asked = { branch: AGENTS_MD_BRANCH, beyond: files.branch, app }
  return (await host.isOwnWork(place, asked)) ? head : 'foreign'
}

/** The one that is open, whoever wrote down its number or did not. */
const findOpen = async ({
  host,
  row,
  place,
  note,
}: Proposing): Promise<HostProposal | undefined> => {
  const [open] = await host.openProposals(place, AGENTS_MD_BRANCH)
  if (open !== undefined && (open.number !== row.number || row.state !== 'open'))
    await note({ number: open.number, url: open.url, state: 'open', openingSince: null })
  return open
}

/** Nothing is to be said: what is open is closed, and the branch goes as far as it is ours. */
export const withdraw = async (proposing: Proposing): Promise<string | null> => {
  const { host, row, place, note } = proposing
  if (row.state !== 'open' && row.openingSince === null) return null
  const head = await headOf(proposing)
  if (head === 'foreign') return FOREIGN
  const open = await findOpen(proposing)
  // First, so that whoever comes after a kill does not take it for a person's decision.
  await note({ content: null, section: null })
  if (open !== undefined) await host.changeProposal(place, open.number, { isClosed: true })
  if (head !== null) await host.removeBranch(place, AGENTS_MD_BRANCH)
  await note({
    ...(open === undefined ? {} : { state: 'closed' as const }),
    openingSince: null,
    head: null,
  })
  return null
}

/** The file on the branch, unless it is there. */
const putFile = async (
  { host, now, row, place, files, note }: Proposing,
  { head, text, message }: { head: string | null; text: string; message: string },
): Promise<void> => {
  const written = { content: hashOf(text), section: sectionHashOf(text) }
  if (head !== null && head === row.head && row.content === written.content) return
  if (head !== null && head !== row.head) {
    // One that was made and not written down.
    const there = await host.topFiles(place, [row.path], head)
    if (there.texts[row.path] === text) {
      await note({ ...written, head, writtenAt: now() })
      return
    }
  }
  await note({ openingSince: now() })
  const { path } = row
  const change = { branch: AGENTS_MD_BRANCH, from: head, base: files.commit, path, text, message }
  await note({ ...written, head: await host.commitFile(place, change), writtenAt: now() })
}

/**
 * Sees to it that one pull request proposes this text. The branch is looked at before it is written to and only moves on; a pull request
 * is looked for before one is made. @returns what keeps it from that.
 */
export const putOneProposal = async (
  proposing: Proposing,
  { text, wording }: { text: string; wording: ReturnType<ProposalWording> },
): Promise<string | null> => {
  const { host, now, row, place, files, note } = proposing
  const head = await headOf(proposing)
  if (head === 'foreign') return FOREIGN
  const open = await findOpen(proposing)
  const isSettling =
    row.openingSince !== null && now().getTime() - row.openingSince.getTime() < SETTLE_MS
  if (open === undefined && isSettling)
    throw new HostError('limited', 'A pull request was being opened when this was interrupted.', {
      retryAt: new Date((row.openingSince?.getTime() ?? 0) + SETTLE_MS),
    })
  const isWritten = row.content === hashOf(text) && head === row.head && head !== null
  if (open !== undefined && isWritten && row.openingSince === null && open.number === row.number)
    return null
  const { title, body, message } = wording
  await putFile(proposing, { head, text, message })
  if (open !== undefined) {
    await host.changeProposal(place, open.number, { title, body })
    await note({ openingSince: null })
    return null
  }
  await note({ openingSince: now() })
  const { number, url } = await host.propose(place, {
    branch: AGENTS_MD_BRANCH,
    into: files.branch,
    title,
    body,
  })
  await note({ number, url, state: 'open', openingSince: null, declined: null })
  return null
}
