import type { ProjectId } from '@teamlore/shared'
import type { IntegrationId } from '@teamlore/shared/ids'
import type { RepositoryVisibility, RequiredKind } from '@teamlore/shared/integrations'
import { and, eq } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { projectsTable } from '../projects/table.ts'
import { asInserted } from '../sql/columns.ts'
import { isoOf } from '../sql/page.ts'
import { createRemoval } from './repository-removal.ts'
import { integrationRepositoriesTable } from './table.ts'

/** A repository that the app is installed on. */
export type HostedRepository = {
  repositoryId: string
  installationId: string
  fullName: string
  url: string
  visibility: RepositoryVisibility
}

/** With what its check asks for. */
export type ListedRepository = HostedRepository & {
  required: RequiredKind[]
  /** So many merged pull requests are still to be looked at. */
  backfill: number | null
  backfilledAt: string | null
  hookedAt: Date | null
}

/** The project of a repository: whom it is open to decides what may be said there. */
export type RepositoryProject = { id: ProjectId; name: string; isRestricted: boolean }

const r = integrationRepositoriesTable

const HOSTED = {
  repositoryId: r.repositoryId,
  installationId: r.installationId,
  fullName: r.fullName,
  url: r.url,
  visibility: r.visibility,
}

const CHUNK = 500

export const createHostedRepositories = (tx: DbExecutor, scope: DbScope) => ({
  ...createListed(tx, scope),
  ...createLooks(tx, scope),
  ...createRemoval(tx, scope),
  ...createBackfills(tx, scope),
  ...createProjectsOf(tx, scope),
})

const createListed = (tx: DbExecutor, { teamId }: DbScope) => {
  const isOf = (integrationId: IntegrationId) =>
    and(eq(r.teamId, teamId), eq(r.integrationId, integrationId))
  return {
    list: (integrationId: IntegrationId): Promise<ListedRepository[]> =>
      tx
        .select({
          ...HOSTED,
          required: r.required,
          backfill: r.backfill,
          backfilledAt: isoOf(r.backfilledAt),
          hookedAt: r.hookedAt,
        })
        .from(r)
        .where(isOf(integrationId))
        .orderBy(r.fullName)
        .limit(5_000),

    /** @returns its name; undefined where there is no such repository. */
    async setRequired(
      integrationId: IntegrationId,
      repositoryId: string,
      required: RequiredKind[],
    ): Promise<string | undefined> {
      const [set] = await tx
        .update(r)
        .set({ required })
        .where(and(isOf(integrationId), eq(r.repositoryId, repositoryId)))
        .returning({ name: r.fullName })
      return set?.name
    },

    /** New ones, and what is known of old ones now. */
    async put(
      integrationId: IntegrationId,
      repositories: readonly HostedRepository[],
      at: Date,
    ): Promise<void> {
      for (let from = 0; from < repositories.length; from += CHUNK)
        await tx
          .insert(r)
          .values(
            repositories
              .slice(from, from + CHUNK)
              .map((one) => ({ ...one, integrationId, teamId, seenAt: at })),
          )
          .onConflictDoUpdate({
            target: [r.integrationId, r.repositoryId],
            set: asInserted(r, 'installationId', 'fullName', 'url', 'visibility', 'seenAt'),
          })
    },
  }
}

const createLooks = (tx: DbExecutor, { teamId }: DbScope) => {
  const isOf = (integrationId: IntegrationId) =>
    and(eq(r.teamId, teamId), eq(r.integrationId, integrationId))
  return {
    /** Those of which others are the readers now than as far as is known. */
    async withOtherReaders(
      integrationId: IntegrationId,
      repositories: readonly Pick<HostedRepository, 'repositoryId' | 'visibility'>[],
    ): Promise<string[]> {
      const known = await tx
        .select({ repositoryId: r.repositoryId, visibility: r.visibility })
        .from(r)
        .where(isOf(integrationId))
      const before = new Map(
        known.map(({ repositoryId, visibility }) => [repositoryId, visibility]),
      )
      return repositories.flatMap(({ repositoryId, visibility }) =>
        (before.get(repositoryId) ?? visibility) === visibility ? [] : [repositoryId],
      )
    },

    async noteHooked(integrationId: IntegrationId, repositoryId: string, at: Date | null) {
      await tx
        .update(r)
        .set({ hookedAt: at })
        .where(and(isOf(integrationId), eq(r.repositoryId, repositoryId)))
    },
  }
}

const createBackfills = (tx: DbExecutor, { teamId }: DbScope) => {
  const isOf = (integrationId: IntegrationId) =>
    and(eq(r.teamId, teamId), eq(r.integrationId, integrationId))
  return {
    async askBackfill(integrationId: IntegrationId, merged: number): Promise<void> {
      await tx.update(r).set({ backfill: merged }).where(isOf(integrationId))
    },

    /** Its pull requests are listed; each is looked at when its turn comes. */
    async noteBackfilled(
      integrationId: IntegrationId,
      repositoryId: string,
      at: Date,
    ): Promise<void> {
      await tx
        .update(r)
        .set({ backfill: null, backfilledAt: at })
        .where(and(isOf(integrationId), eq(r.repositoryId, repositoryId)))
    },
  }
}

const createProjectsOf = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Of all hosts, with the integration of each. */
  all: (): Promise<{ integrationId: IntegrationId; repositoryId: string; url: string }[]> =>
    tx
      .select({ integrationId: r.integrationId, repositoryId: r.repositoryId, url: r.url })
      .from(r)
      .where(eq(r.teamId, teamId))
      .orderBy(r.integrationId, r.repositoryId)
      .limit(10_000),

  async identityOf(project: ProjectId): Promise<string | undefined> {
    const [found] = await tx
      .select({ identity: projectsTable.identity })
      .from(projectsTable)
      .where(and(eq(projectsTable.teamId, teamId), eq(projectsTable.id, project)))
    return found?.identity
  },

  /** The project that a repository is of, whoever it is open to. */
  async projectOf(identity: string): Promise<RepositoryProject | undefined> {
    const [found] = await tx
      .select({
        id: projectsTable.id,
        name: projectsTable.name,
        isRestricted: projectsTable.isRestricted,
      })
      .from(projectsTable)
      .where(and(eq(projectsTable.teamId, teamId), eq(projectsTable.identity, identity)))
    return found
  },
})
