import type { GitHistory } from './git-history.ts'

/** Commits that are looked at, each with the sessions behind it. */
export type Expected = { sha: string; by: string[] }[]

type Dice = (most: number) => number
type Kind = (history: GitHistory, dice: Dice) => Expected

const some = ({ fresh }: GitHistory, dice: Dice) => fresh(4 + dice(12))

/** As a whole file, or as a change that may take lines of the session before out. */
const kept = (dice: Dice) => ({ isWhole: dice(2) === 0, replaced: dice(3) })

/** A session writes and commits, then another goes on and commits. Once it writes the whole file, with the lines of the first. */
const twoCommits = (history: GitHistory, dice: Dice, subjects: [string, string]) => {
  const start = 4 + dice(5)
  history.git(2, 'checkout', '-q', '-b', 'topic')
  history.write('one', start, some(history, dice))
  history.commit(start + 2, subjects[0])
  history.write('two', start + 20 + dice(30), some(history, dice), kept(dice))
  history.commit(start + 60, subjects[1])
  return start + 70
}

const rebase = (
  history: GitHistory,
  minute: number,
  onto: string,
  todo: string,
  ...more: string[]
) => history.git(minute, '-c', `sequence.editor=${todo}`, 'rebase', '-q', '-i', ...more, onto)

export const KINDS: Record<string, Kind> = {
  'a commit of a colleague is pulled between the edit and the commit': (history, dice) => {
    const start = 10 + dice(20)
    history.write('one', start, some(history, dice))
    const pulled = Array.from({ length: 1 + dice(3) }, (_, n) => history.pull(start + 1 + n))
    const own = history.commit(start + 5 + dice(40), 'Own work')
    return [{ sha: own, by: ['one'] }, ...pulled.map((sha) => ({ sha, by: [] }))]
  },
  'two sessions and a commit of a colleague before one commit': (history, dice) => {
    const start = 10 + dice(20)
    history.write('one', start, some(history, dice))
    const pulled = history.pull(start + 4)
    history.write('two', start + 8, some(history, dice))
    const own = history.commit(start + 12 + dice(20), 'Work of both')
    return [
      { sha: own, by: ['one', 'two'] },
      { sha: pulled, by: [] },
    ]
  },
  'an interactive rebase squashes two sessions': (history, dice) => {
    const minute = twoCommits(history, dice, ['First half', 'Second half'])
    rebase(history, minute, 'main', 'sed -i "2s/^pick/squash/"')
    return [{ sha: history.head(), by: ['one', 'two'] }]
  },
  'a fixup goes into the commit before': (history, dice) => {
    const minute = twoCommits(history, dice, ['The work', 'fixup! The work'])
    rebase(history, minute, 'main', 'true', '--autosquash')
    return [{ sha: history.head(), by: ['one', 'two'] }]
  },
  'a merge squashes a branch of two sessions': (history, dice) => {
    const minute = twoCommits(history, dice, ['First half', 'Second half'])
    history.git(minute, 'checkout', '-q', 'main')
    history.git(minute, 'merge', '-q', '--squash', 'topic')
    return [{ sha: history.commit(minute, 'All of it (#7)'), by: ['one', 'two'] }]
  },
  'a commit is amended after a second session': (history, dice) => {
    const start = 4 + dice(5)
    history.write('one', start, some(history, dice))
    history.commit(start + 2, 'The work')
    history.write('two', start + 20, some(history, dice), kept(dice))
    return [
      { sha: history.commit(start + 25 + dice(200), 'The work', '--amend'), by: ['one', 'two'] },
    ]
  },
  'an amended commit is rebased onto work of a colleague': (history, dice) => {
    history.git(2, 'checkout', '-q', '-b', 'topic')
    const start = 4 + dice(5)
    history.write('one', start, some(history, dice))
    history.commit(start + 2, 'The work')
    history.write('two', start + 20, some(history, dice), kept(dice))
    history.commit(start + 25, 'The work', '--amend')
    history.git(start + 30, 'checkout', '-q', 'main')
    const pulled = history.pull(start + 30)
    history.git(start + 31, 'checkout', '-q', 'topic')
    history.git(start + 40 + dice(100), 'rebase', '-q', 'main')
    return [
      { sha: history.head(), by: ['one', 'two'] },
      { sha: pulled, by: [] },
    ]
  },
  'a branch is rebased commit by commit': (history, dice) => {
    const minute = twoCommits(history, dice, ['First half', 'Second half'])
    history.git(minute, 'checkout', '-q', 'main')
    history.pull(minute)
    history.git(minute, 'checkout', '-q', 'topic')
    history.git(minute + 5 + dice(100), 'rebase', '-q', 'main')
    return [
      { sha: history.git(0, 'rev-parse', 'HEAD~1'), by: ['one'] },
      { sha: history.head(), by: ['two'] },
    ]
  },
  'a commit is picked onto another branch': (history, dice) => {
    history.git(2, 'branch', 'release')
    const start = 4 + dice(5)
    history.write('one', start, some(history, dice))
    const picked = history.commit(start + 2, 'The work')
    history.git(start + 10, 'checkout', '-q', 'release')
    history.pull(start + 10)
    history.git(start + 20 + dice(300), 'cherry-pick', picked)
    return [
      { sha: history.head(), by: ['one'] },
      { sha: picked, by: ['one'] },
    ]
  },
  'a commit is amended twice, by hand in between': (history, dice) => {
    const start = 4 + dice(5)
    history.write('one', start, some(history, dice))
    history.commit(start + 2, 'The work')
    history.type(some(history, dice))
    history.commit(start + 10, 'The work', '--amend')
    history.write('two', start + 20, some(history, dice), kept(dice))
    return [
      { sha: history.commit(start + 25 + dice(200), 'The work', '--amend'), by: ['one', 'two'] },
    ]
  },
  'a fixup goes into an older commit of the branch': (history, dice) => {
    const minute = twoCommits(history, dice, ['The work', 'Something else'])
    history.write('three', minute, some(history, dice))
    history.git(minute, 'add', '-A')
    history.git(minute, 'commit', '-q', '-m', 'fixup! Something else')
    rebase(history, minute + 5, 'main', 'true', '--autosquash')
    return [
      { sha: history.git(0, 'rev-parse', 'HEAD~1'), by: ['one'] },
      { sha: history.head(), by: ['three', 'two'] },
    ]
  },
  'a squash of which no machine has the originals': (history, dice) => {
    const start = 4 + dice(5)
    history.git(2, 'checkout', '-q', '-b', 'topic')
    history.write('one', start, some(history, dice))
    history.commit(start + 2, 'First half')
    history.write('two', start + 30, some(history, dice))
    history.commit(start + 40, 'Second half')
    rebase(history, start + 50 + dice(100), 'main', 'sed -i "2s/^pick/squash/"')
    const sha = history.head()
    history.git(0, 'reflog', 'expire', '--expire=now', '--all')
    return [{ sha, by: ['one', 'two'] }]
  },
}
