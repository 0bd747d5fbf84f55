import { and, eq, gt, lt } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { signInAttemptsTable } from './table.ts'

export type SignInAttempt = Omit<typeof signInAttemptsTable.$inferSelect, 'tokenHash' | 'expiresAt'>

export const createSignInAttemptRepository = (tx: DbExecutor) => ({
  /** Also forgets those that nobody came back from. */
  async add(tokenHash: string, attempt: SignInAttempt, now: Date, expiresAt: Date): Promise<void> {
    await tx.delete(signInAttemptsTable).where(lt(signInAttemptsTable.expiresAt, now))
    await tx.insert(signInAttemptsTable).values({ ...attempt, tokenHash, expiresAt })
  },

  /** Takes an attempt away: of two that finish it, one gets it. */
  async take(tokenHash: string, now: Date): Promise<SignInAttempt | undefined> {
    const [attempt] = await tx
      .delete(signInAttemptsTable)
      .where(
        and(eq(signInAttemptsTable.tokenHash, tokenHash), gt(signInAttemptsTable.expiresAt, now)),
      )
      .returning({
        purpose: signInAttemptsTable.purpose,
        provider: signInAttemptsTable.provider,
        state: signInAttemptsTable.state,
        nonce: signInAttemptsTable.nonce,
        verifier: signInAttemptsTable.verifier,
        challenge: signInAttemptsTable.challenge,
        next: signInAttemptsTable.next,
        invitation: signInAttemptsTable.invitation,
        userId: signInAttemptsTable.userId,
      })
    return attempt
  },
})
