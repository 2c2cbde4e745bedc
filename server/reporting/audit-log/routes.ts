import { z } from 'zod'
import { pledgeReference } from '#domain/billing/lookup.ts'
import { auditChanges } from '#domain/people/audit-fields.ts'
import {
  auditSentence,
  isBySupporter,
  KIND_SUBJECTS,
  kindOf,
  kindsFor,
} from '#domain/people/audit-sentences.ts'
import { AuditEntry, AuditKind } from '#domain/schemas/audit-log.ts'
import { PageQuery } from '#domain/schemas/error.ts'
import { accessWith } from '#server/accounts/access/index.ts'
import { pagedRoute } from '#server/money/deps.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { IdParams } from '#server/platform/http/http.ts'
import type { OpenList, Page } from '#server/platform/lists/paged-route.ts'
import * as store from './store.ts'

const AUTOMATIC = 'Automatic'
const SUPPORTER = 'A supporter'

/** Shows what a supporter did, without a name: names are shown only where needed, and each access is logged. */
function whoDid({ actorId, actorName, apiKeyName, action }: store.StoredEntry): string {
  if (isBySupporter(action)) return SUPPORTER
  if (apiKeyName !== null) return `API key “${apiKeyName}” (${actorName})`
  return actorId === null ? AUTOMATIC : actorName
}

/** The pledges of one entry: one, or the several whose names were shown at once. */
const pledgesOf = ({ pledgeId, after }: store.StoredEntry): readonly string[] =>
  (after as { pledgeIds?: string[] } | null)?.pledgeIds ?? (pledgeId ? [pledgeId] : [])

/** A second person voids what is confirmed: the first one only requests it. One look may show several names. */
function actionOf(entry: store.StoredEntry): string {
  const { action, before } = entry
  if (action === 'name.show' && pledgesOf(entry).length > 1) return 'name.show_several'
  const isAsked = action === 'result.void' && (before as { state?: string } | null)?.state === 'confirmed'
  return isAsked ? 'result.ask_void' : action
}

/** What was charged, where the row says so. */
const methodOf = ({ after }: store.StoredEntry): unknown => (after as { method?: unknown } | null)?.method

/** Who changed what, when, from what to what, newest first: for representatives and the organization's owners. */
async function auditLogOf(
  db: Db,
  actor: Actor,
  campaignId: string,
  { kind, who }: { kind?: AuditKind | undefined; who?: 'people' | undefined },
): Promise<OpenList<AuditEntry>> {
  const access = await accessWith(db, actor, campaignId, 'canManageStatistics')
  const kinds = kindsFor(access.isRepresentative).filter((one) => !kind || one === kind)
  const subjects = kinds.flatMap((one) => KIND_SUBJECTS[one])
  const filter = { campaignId, organizationId: access.organizationId, subjects, isByPeople: who === 'people' }
  const read = async (page: Page): Promise<AuditEntry[]> => {
    const [rows, names] = await Promise.all([
      store.readLog(db, filter, page),
      store.statisticNames(db, campaignId),
    ])
    const context = { timeZone: access.timeZone, names, words: access.vocabulary }
    return rows.map((row) => toEntry(row, context))
  }
  return { read, count: () => store.countLog(db, filter) }
}

function toEntry(row: store.StoredEntry, context: Parameters<typeof auditChanges>[1]): AuditEntry {
  const pledges = pledgesOf(row).map(pledgeReference).join(', ')
  const named = { name: row.name ?? 'a deleted item', whom: row.whom ?? 'someone' }
  return {
    id: row.id,
    at: row.at.toISOString(),
    who: whoDid(row),
    kind: kindOf(row.subject),
    text: auditSentence(actionOf(row), named, methodOf(row)),
    changes: [
      ...(pledges === ''
        ? []
        : [{ label: pledges.includes(',') ? 'Pledges' : 'Pledge', before: null, after: pledges }]),
      ...auditChanges(row, context),
    ],
  }
}

export const auditLogRoutes = pagedRoute({
  path: '/api/campaigns/{id}/audit-log',
  who: 'owner',
  summary: 'Who changed what, when, from what to what, newest first; supporters without names for owners',
  rules: 'R26, R51',
  params: IdParams,
  query: z
    .object({ kind: AuditKind.optional(), who: z.literal('people').optional() })
    .extend(PageQuery.shape),
  row: AuditEntry,
  open: ({ deps, actor, params, query }) => auditLogOf(deps.db, actor, params.id, query),
})
