/** What replaces foreign keys where a settlement writes thousands of rows (decision 7). */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type SQL, sql } from '#server/platform/db/database.ts'
import type { TestApp } from '#tests/app.ts'
import { BAY, openSeason } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'

let app: TestApp
let campaignId: string
let otherCampaignId: string

beforeEach(async () => {
  const { org, season, ...given } = await givenSeason({
    pledges: [{ lines: { goals: '2.00' } }, { lines: { goals: '2.00' }, method: 'check' }],
    matches: [{ ...BAY, goals: 6 }],
    locked: 'final',
  })
  app = given.app
  campaignId = season.id
  otherCampaignId = (await openSeason(org)).id
})
afterEach(() => app.close())

const refused = (statement: SQL, code: string) =>
  expect(app.deps.db.query(statement)).rejects.toMatchObject({ code })
const FOREIGN_KEY = '23503'
const RESTRICT = '23001'

it.each(['settlement_pledges', 'charges', 'invoices'])(
  'the table %s refuses a row whose pledge, settlement or campaign does not exist',
  async (table) => {
    const name = sql.raw(table)
    const copy = (changes: SQL) => sql`
    insert into ${name} select (jsonb_populate_record(t, ${changes})).* from ${name} t limit 1`
    const nobody = '00000000-0000-7000-8000-000000000000'
    const fresh = sql`jsonb_build_object('id', gen_random_uuid(), 'number', 'INV-2099-000001')`
    await refused(copy(sql`${fresh} || jsonb_build_object('pledge_id', ${nobody}::text)`), FOREIGN_KEY)
    await refused(copy(sql`${fresh} || jsonb_build_object('settlement_id', ${nobody}::text)`), FOREIGN_KEY)
    await refused(
      copy(
        sql`${fresh} || jsonb_build_object('campaign_id', ${otherCampaignId}::text, 'settlement_id', gen_random_uuid())`,
      ),
      FOREIGN_KEY,
    )
    await refused(sql`update ${name} set campaign_id = ${otherCampaignId}`, RESTRICT)
  },
)

it('a charge cannot be inserted or updated with a card that does not exist', async () => {
  const byCheck = sql`(select id::text from pledges where card_id is null)`
  await refused(
    sql`insert into charges select (jsonb_populate_record(c, jsonb_build_object(
          'id', gen_random_uuid(), 'pledge_id', ${byCheck}, 'card_id', gen_random_uuid()))).* from charges c limit 1`,
    FOREIGN_KEY,
  )
  await refused(sql`update charges set card_id = gen_random_uuid()`, FOREIGN_KEY)
})

it.each([
  'INV-2026-00012',
  'INV-26-0000123',
  'INV-2026-00012x',
  'INV-2026-000-123',
  'INV-2O26-000123',
  'inv-2026-000123',
])('an invoice cannot have the number %s (R36)', (number) =>
  refused(sql`update invoices set number = ${number}`, '23514'),
)

it.each(['pledges', 'settlements', 'cards'])(
  'rows of %s that a settlement uses cannot be deleted or get another id',
  async (table) => {
    const name = sql.raw(table)
    await refused(sql`delete from ${name} where id in (select id from ${name} limit 1)`, RESTRICT)
    await refused(
      sql`update ${name} set id = gen_random_uuid() where id in (select id from ${name} limit 1)`,
      RESTRICT,
    )
  },
)

it('a settlement writes its charge and its invoice under their campaign', async () => {
  const [row] = await app.deps.db.query<{ charges: number; invoices: number }>(sql`
    select (select count(*) from charges where campaign_id = ${campaignId}) as charges,
           (select count(*) from invoices where campaign_id = ${campaignId}) as invoices`)
  expect(row).toEqual({ charges: 1, invoices: 1 })
})
