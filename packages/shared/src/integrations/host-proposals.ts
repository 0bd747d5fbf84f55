import type { HostPlace } from './host-place.ts'
import type { RepositoryVisibility } from './integration.contract.ts'

/** Files of the top folder at one commit. */
export type HostFiles = {
  /** Of the repository, as the host has it at this moment. */
  visibility: RepositoryVisibility
  /** The default branch, or the one that was asked for. */
  branch: string
  commit: string
  /** Those that are there and hold text. */
  texts: Record<string, string>
  /** Those of the names that are there and are no text of this repository: links, folders, and what is no UTF-8. */
  others: string[]
}

/** A change that is proposed from a branch of the repository itself. */
export type HostProposal = { number: number; url: string }

/** One file that is to be put on a branch, as one commit. */
export type HostFileChange = {
  branch: string
  /** Where the branch is now; null where there is none. Where somebody pushed meanwhile the host refuses, and nothing of theirs is lost. */
  from: string | null
  /** Of the default branch: what else the commit holds. */
  base: string
  path: string
  text: string
  message: string
}

/** `authorId`: the host's own id of a person's account; null where the host knows none of the commit's author. */
export type HostAuthor = { commit: string; authorId: string | null; isOfProgram: boolean }

/** What proposing a change asks of a host. Each method throws `HostError` where the host does not do it. */
export type HostProposals = {
  /** What the app or the token may not do there and would have to, in words for people; null where it may do all. */
  lackingToWrite(place: HostPlace): Promise<string | null>
  /** `of`: a commit; the default branch unless given. */
  topFiles(place: HostPlace, names: readonly string[], of?: string): Promise<HostFiles>
  /** Commits that changed a file, up to one and after another of them, the newest first. */
  authorsOf(
    place: HostPlace,
    file: { path: string; upTo: string; after: string | null },
  ): Promise<HostAuthor[]>
  /** Where a branch is; null where there is none. */
  branchHead(place: HostPlace, branch: string): Promise<string | null>
  /** Whether every commit that a branch has beyond another is of this app, or of the account of the token. */
  isOwnWork(
    place: HostPlace,
    asked: { branch: string; beyond: string; app: string },
  ): Promise<boolean>
  /** @returns the commit. */
  commitFile(place: HostPlace, change: HostFileChange): Promise<string>
  removeBranch(place: HostPlace, branch: string): Promise<void>
  /** Open ones from this branch of the repository, the oldest first. */
  openProposals(place: HostPlace, branch: string): Promise<HostProposal[]>
  propose(
    place: HostPlace,
    proposal: { branch: string; into: string; title: string; body: string },
  ): Promise<HostProposal>
  changeProposal(
    place: HostPlace,
    number: number,
    set: { title?: string; body?: string; isClosed?: true },
  ): Promise<void>
}
