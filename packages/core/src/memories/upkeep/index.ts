export { makeMoveUnreviewed } from './move-unreviewed.ts'
export {
  makeWithdrawUnreviewed,
  UNREVIEWED_DAYS,
  type WithdrawUnreviewed,
} from './withdraw-unreviewed.ts'
export { makeWriteTopics, type WriteTopics } from './write-topics.ts'
