import { startGitLab } from '@teamlore/hosts/testing'
import { expect, test } from 'vitest'
import { proposing } from './testing/proposing.ts'
import { BRANCH } from './testing/proposing-world.ts'

const at = proposing(startGitLab, async (world) => {
  await world.remember('Exports are retried five times.')
  await world.switchOn()
})

const place = () => ({
  app: {
    apiUrl: at.standIn.apiUrl,
    appId: String(at.standIn.state.account.id),
    privateKey: at.standIn.state.token.text,
  },
  installationId: String(at.world.repository.id),
  fullName: at.world.repository.name,
})

test('a token that ended is named to the page, and a new one goes on where it was', async () => {
  at.standIn.endTokens()
  await at.world.propose()
  expect((await at.world.status()).note).toMatch(/does not take the token/)
  at.standIn.giveTokens()
  await at.world.proposeLater()
  expect(at.world.proposals()).toMatchObject([{ state: 'open' }])
  expect((await at.world.status()).note).toBeNull()
})

test('a merge request out of a fork, from a branch of the same name, is none of ours', async () => {
  at.world.repository.pullRequests.push({
    number: 66,
    title: 'Not ours',
    state: 'open',
    merged: false,
    head: 'b'.repeat(40),
    fork: 'mallory/harbour',
    branch: BRANCH,
    files: [],
    commits: [],
  })
  await at.world.propose()
  const [theirs, own] = at.world.proposals()
  expect(theirs).toMatchObject({ number: 66, title: 'Not ours', state: 'open' })
  expect(own).toMatchObject({ fork: null, title: 'Add AGENTS.md with what the team knows' })
  expect(await at.world.status()).toMatchObject({ number: own?.number })
})

test('one that was opened meanwhile from the same branch is taken, as GitLab refuses a second', async () => {
  await at.world.propose({
    propose: async (...asked) => {
      await at.world.host.propose(...asked)
      return at.world.host.propose(...asked)
    },
  })
  expect(at.world.posts()).toBe(2)
  expect(at.world.proposals()).toMatchObject([{ state: 'open' }])
  expect(await at.world.status()).toMatchObject({ state: 'open', note: null })
})

test('what is refused for another reason is said, with where to look', async () => {
  at.standIn.fail({ ...at.standIn.routes.committing, status: 400 })
  await at.world.propose()
  expect((await at.world.status()).note).toMatch(/protected branch or a push rule/)
  expect(at.world.proposals()).toEqual([])
})

test.each([
  ['another file', { 'notes.txt': 'mine' }, {}],
  [
    'the file, and the default branch has another one',
    { 'AGENTS.md': 'Mine\n' },
    { 'AGENTS.md': '# Harbour\n' },
  ],
])('who pushes %s between the look and the write loses nothing', async (_what, theirs, onMain) => {
  await at.world.propose()
  await at.world.remember('Berths are given by size.')
  if (Object.keys(onMain).length > 0) at.world.edit(onMain)
  await at.world.proposeLater({
    commitFile: (...asked) => {
      at.world.edit(theirs, BRANCH)
      return at.world.host.commitFile(...asked)
    },
  })
  for (const [path, text] of Object.entries(theirs))
    expect(at.world.fileOn(BRANCH, path)).toBe(text)
  await at.world.proposeLater()
  expect((await at.world.status()).note).toMatch(/Somebody pushed to the branch/)
})

test('a branch moves on by commits on top, and begins anew where the default branch has another file', async () => {
  await at.world.propose()
  const first = at.world.git.branches[BRANCH] ?? ''
  await at.world.remember('Berths are given by size.')
  await at.world.proposeLater()
  const second = at.world.git.branches[BRANCH] ?? ''
  expect(at.world.git.commits[second]?.parents).toEqual([first])
  at.world.edit({ 'AGENTS.md': '# Harbour\n' })
  await at.world.proposeLater()
  expect(at.world.git.commits[at.world.git.branches[BRANCH] ?? '']?.parents).toEqual([
    at.world.git.branches['main'],
  ])
  expect(at.world.proposals()).toHaveLength(1)
})

test('nothing in what it says is a command to GitLab, nor closes an issue or calls somebody', async () => {
  await at.world.remember('Closes #12 and !13 for @ann.')
  await at.world.propose()
  expect(at.world.proposals()[0]?.body).toContain('loses')
  expect(at.world.proposals()[0]?.body).not.toMatch(/Closes|#12|!13|@ann/)
  await at.world.host.changeProposal(place(), at.world.proposals()[0]?.number ?? 0, {
    body: '/close\nx',
  })
  expect(at.world.proposals()[0]?.body).toBe('\\/close\nx')
})

test.each([
  ['by the address that GitLab gives', '777-ann@users.noreply.127.0.0.1', '777'],
  ['not by one that another GitLab gave', '777-ann@users.noreply.gitlab.com', null],
  ['by the address that their account shows', 'ann.777@people.test', '777'],
  ['not by one that their account hides', 'ann.778@people.test', null],
  ['not by one that somebody has for a name', 'ann.779@people.test', null],
])('a person is known %s', async (_by, email, authorId) => {
  at.standIn.state.hidesEmails.add(778).add(779)
  at.standIn.state.namesakes.set(666, 'ann.779@people.test')
  const id = at.world.edit({ 'AGENTS.md': 'x\n' }, 'main', { id: 1, login: email, type: 'Address' })
  expect(
    await at.world.host.authorsOf(place(), { path: 'AGENTS.md', upTo: id, after: null }),
  ).toEqual([{ commit: id, authorId, isOfProgram: false }])
})
