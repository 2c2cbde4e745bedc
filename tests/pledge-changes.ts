/** What the tests of pledge changes share: the calls that change a pledge, and what they change (R14). */

import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { ErrorBody } from '#domain/schemas/error.ts'
import type { Pledge, PledgeDetail } from '#domain/schemas/pledge.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import { play, type Season, type TestOrganization } from '#tests/fixtures.ts'

type Made = Pick<Pledge, 'id'>

export const GOALS = { lines: { goals: '5.00' } } as const
export const pathOf = ({ id }: Made) => `/api/pledges/${id}`
export const detail = async (by: Caller, made: Made) =>
  expectStatus(await by.get<PledgeDetail>(pathOf(made)), 200)
export const lower = (by: Caller, made: Made, maximumAmount: string, headers = {}) =>
  by.put<PledgeDetail & ErrorBody>(pathOf(made), { maximumAmount }, headers)
export const cancel = (by: Caller, made: Made, headers = {}) =>
  by.post<PledgeDetail & ErrorBody>(`${pathOf(made)}/cancellation`, {}, headers)

/** The campaign as visitors see it. */
export const campaignOf = async ({ visitor }: TestApp, { path }: Season) =>
  expectStatus(await visitor.get<CampaignDetail>(path), 200).campaigns

export const playMatch = (org: TestOrganization, season: Season, goals: number, opponent = 'Bay') =>
  play(org, season, { opponent, startTime: '2026-09-09T18:00:00Z', goals })

export const mailsOf = ({ deps }: TestApp, made: Made) =>
  deps.db.query<{ kind: string; subject: string; text: string }>(
    sql`select kind, subject, text_body as text from mails where pledge_id = ${made.id} order by id`,
  )
export const auditOf = ({ deps }: TestApp, made: Made) =>
  deps.db.query<{ action: string; before: object; after: object }>(
    sql`select action, before, after from audit_log where subject_id = ${made.id} and action <> 'pledge.create' order by id`,
  )
