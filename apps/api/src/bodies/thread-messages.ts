import type { ReadBody } from './read-body.ts'

export type BodyOrder = { id: number; bytes: Uint8Array; isOfSessions: boolean }
export type BodyAnswer = { id: number } & (ReadBody | { failure: string })
