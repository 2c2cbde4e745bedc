import type { MemberRole } from '#domain/people/roles.ts'
import type { SettlementDeps as Deps } from '#server/money/settlements/index.ts'
import { sql } from '#server/platform/db/database.ts'

/** As if the person had accepted an invitation (R25). */
export const joinOrganization = (
  { deps }: { deps: Pick<Deps, 'db' | 'clock'> },
  organizationId: string,
  { userId }: { userId: string },
  role: MemberRole = 'scorer',
) =>
  deps.db.query(sql`
    insert into organization_members (organization_id, user_id, role, created_at)
    values (${organizationId}, ${userId}, ${role}, ${deps.clock.now()})
  `)
