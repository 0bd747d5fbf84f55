export { describeQueueContract, type QueueTarget } from './queue-contract.ts'
