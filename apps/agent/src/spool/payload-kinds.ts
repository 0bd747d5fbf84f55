/**
 * What can wait in the spool, in the order in which it is sent: commits, for instance, are linked to sessions that are there
 * already. What each is sent to stands in `payloads/payloads.ts`.
 */
export const PAYLOAD_KINDS = ['sessions', 'memory-files', 'books', 'commits', 'code-graph'] as const
export type PayloadKind = (typeof PAYLOAD_KINDS)[number]
