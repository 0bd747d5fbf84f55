import type { UserId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'

export type SignInAttempt = {
  purpose: 'provider' | 'link' | 'passkey' | 'new_passkey'
  provider: string | null
  state: string | null
  nonce: string | null
  verifier: string | null
  challenge: string | null
  next: string | null
  invitation: string | null
  userId: UserId | null
}

type AttemptRow = Omit<SignInAttempt, 'userId'> & { user_id: UserId | null }

export const createSignInAttemptRepository = (tx: DbExecutor) => ({
  /** Also forgets those that nobody came back from. */
  async add(tokenHash: string, attempt: SignInAttempt, now: Date, expiresAt: Date): Promise<void> {
    await tx.execute(
      sql`delete from teamlore.sign_in_attempts where expires_at < ${now.toISOString()}::timestamptz`,
    )
    await tx.execute(sql`
      insert into teamlore.sign_in_attempts (token_hash, purpose, provider, state, nonce, verifier, challenge,
        next, invitation, user_id, expires_at)
      values (${tokenHash}, ${attempt.purpose}, ${attempt.provider}, ${attempt.state}, ${attempt.nonce},
        ${attempt.verifier}, ${attempt.challenge}, ${attempt.next}, ${attempt.invitation}, ${attempt.userId},
        ${expiresAt.toISOString()}::timestamptz)`)
  },

  /** Takes an attempt away: of two that finish it, one gets it. */
  async take(tokenHash: string, now: Date): Promise<SignInAttempt | undefined> {
    const [row] = await rows<AttemptRow>(
      tx,
      sql`
      delete from teamlore.sign_in_attempts
      where token_hash = ${tokenHash} and expires_at > ${now.toISOString()}::timestamptz
      returning purpose, provider, state, nonce, verifier, challenge, next, invitation, user_id`,
    )
    if (row === undefined) return undefined
    const { user_id: userId, ...attempt } = row
    return { ...attempt, userId }
  },
})
