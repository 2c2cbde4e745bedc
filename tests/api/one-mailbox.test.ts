/** One mailbox is one person, however its address is spelled, and promises of strangers raise nothing (R41, R42, R57, R59). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailboxOf } from '#domain/people/email.ts'
import type { Ambassador, Nudged } from '#domain/schemas/ambassador.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { GuestHeld, GuestStarted } from '#domain/schemas/guest-pledge.ts'
import type { Pledge } from '#domain/schemas/pledge.ts'
import { sql } from '#server/platform/db/database.ts'
import { mailWaitingAmbassadors } from '#server/season/ambassadors/mails.ts'
import { type Answer, type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import {
  openDraft,
  openSeason,
  pledgeBody,
  type Season,
  setStatus,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { callFrom, confirm, holdBody, newestToken } from '#tests/guests.ts'
import { deliveredMails } from '#tests/mails.ts'

let app: TestApp
let org: TestOrganization
beforeAll(async () => {
  ;({ app, org } = await givenSeason({
    now: '2026-09-01T16:00:00Z',
    env: { HOLD_PLEDGES_ABOVE: '9999' },
  }))
})
afterAll(async () => {
  await closeWithBooksInOrder(app)
})

const as = async (email: string): Promise<Caller> => {
  const caller = await app.user()
  await app.deps.db.query(sql`update users set email = ${email} where id = ${caller.userId}`)
  return caller
}
async function pledges(by: Caller, season: Season, most = '9999.00', more: object = {}): Promise<Pledge> {
  const body = {
    ...(await pledgeBody(by, season, { lines: { goals: '500.00' }, method: 'check', most })),
    ...more,
  }
  return expectStatus(await by.post<Pledge>(`${season.path}/pledges`, body), 201)
}
const totals = async ({ path }: Season) => {
  const { campaigns, pledgesCount } = expectStatus(await app.visitor.get<CampaignDetail>(path), 200)
  return [campaigns.totalPledged, pledgesCount]
}
const SPELLINGS = ['rosa.diaz@gmail.com', 'rosadiaz+2@gmail.com', 'r.osadiaz+3@googlemail.com']

describe('promises by check', () => {
  it('of one mailbox count together, on any campaign, with any number of accounts', async () => {
    const held: unknown[] = []
    for (const email of SPELLINGS)
      held.push((await pledges(await as(email), await openSeason(org), '6000.00')).isHeld)
    expect(held).toEqual([false, true, true])
  })

  it('of eight mailboxes on one campaign: one counts, and the other large ones wait', async () => {
    const season = await openSeason(org)
    const strangers = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((n) => as(`stranger@host-${n}.example`)))
    const made = await Promise.all(strangers.map((one) => pledges(one, season)))
    expect(made.filter(({ isHeld }) => isHeld)).toHaveLength(7)
    expect(await totals(season)).toEqual(['9999.00', 1])
    const small = await pledges(await as('neighbor@host-9.example'), season, '1000.00')
    expect(small.isHeld).toBe(false)
  })

  it('of guests from one network count together, in any campaign', async () => {
    const contact = {
      phone: '541-555-0100',
      streetAddress1: '1 Main St',
      city: 'Bend',
      state: 'OR',
      zip: '97701',
    }
    const held: unknown[] = []
    for (const n of [1, 2]) {
      const season = await openSeason(org)
      const from = '203.0.113.7'
      const email = `visitor@host-${n}.example`
      const begun = await callFrom<GuestStarted>(app, from, `${season.path}/guest-pledges`, {
        isByInvoice: true,
      })
      const started = expectStatus(begun, 201)
      const more = { firstName: 'Al', lastName: 'Poe', contact, paymentMethod: 'check' }
      const body = holdBody(
        season,
        started,
        { email, lines: { goals: '500.00' }, most: '9000.00', more },
        null,
      )
      expectStatus(await callFrom(app, from, `/api/guest-pledges/${started.id}/holding`, body), 200)
      held.push(expectStatus(await confirm(app, await newestToken(app, email)), 200).isHeld)
    }
    expect(held).toEqual([false, true])
  })
})

describe('a guest', () => {
  it('has one mailbox’s limits with all spellings of its address', async () => {
    const season = await openSeason(org)
    const answers: Answer<GuestHeld>[] = []
    for (const n of [1, 2, 3, 4]) {
      const begun = await callFrom<GuestStarted>(app, null, `${season.path}/guest-pledges`, {
        isByInvoice: true,
      })
      const started = expectStatus(begun, 201)
      const contact = {
        phone: '541-555-0100',
        streetAddress1: '1 Main St',
        city: 'Bend',
        state: 'OR',
        zip: '97701',
      }
      const more = { firstName: 'Al', lastName: 'Poe', contact, paymentMethod: 'check' }
      const body = holdBody(
        season,
        started,
        { email: `al.p${'.'.repeat(n % 2)}oe+${n}@gmail.com`, more },
        null,
      )
      answers.push(await callFrom<GuestHeld>(app, null, `/api/guest-pledges/${started.id}/holding`, body))
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
  })
})

describe('an ambassador', () => {
  it('is credited with each person once, and never with themselves', async () => {
    const season = await openSeason(org)
    const invited = expectStatus(
      await org.owner.post<Ambassador>(`${season.path}/ambassadors`, { email: 'amber@example.org' }),
      201,
    )
    const credit = { ambassadorId: invited.id }
    await pledges(await as('amber+own@example.org'), season, '50.00', credit)
    await pledges(await as('sup+1@example.org'), season, '50.00', credit)
    await pledges(await as('sup+2@example.org'), season, '50.00', credit)
    const [listed] = expectStatus(
      await org.owner.get<Ambassador[]>(`/api/dashboard/campaigns/${season.id}/ambassadors`),
      200,
    )
    expect(listed?.supportersCount).toBe(1)
  })
})

describe('a mailbox', () => {
  const plus = (n: number) => `grace+${n}@example.org`
  const mailedTo = async (email: string, where = sql`true`) =>
    (await deliveredMails(app.deps.db, sql`to_address like ${email} and ${where}`)).length

  it('is invited once, whatever is spelled, and its mail goes to the address as it was typed', async () => {
    const season = await openSeason(org)
    const path = `${season.path}/ambassadors`
    expectStatus(await org.owner.post(path, { email: 'g.race+1@example.org' }), 201)
    for (const email of ['G.race+2@example.org', 'g.race@example.org'])
      expect(expectStatus(await org.owner.post<{ message: string }>(path, { email }), 409).message).toBe(
        'That mailbox is already invited, as g.race+1@example.org',
      )
    const members = `/api/organizations/${org.organizationId}/invitations`
    expectStatus(await org.owner.post(members, { email: plus(1), role: 'scorer' }), 201)
    expectStatus(await org.owner.post(members, { email: plus(2), role: 'owner' }), 409)
    expect(await mailedTo('g.race+1@example.org')).toBe(1)
  })

  it('gets one mail at once, also where spellings of it were invited before', async () => {
    const season = await openDraft(org)
    const { id } = expectStatus(
      await org.owner.post<Ambassador>(`${season.path}/ambassadors`, { email: plus(10) }),
      201,
    )
    await app.deps.db.query(sql`
      insert into ambassadors (id, campaign_id, email, referral_code, invited_by, created_at)
      select gen_random_uuid(), campaign_id, 'grace+' || n || '@example.org', 'SPELT' || translate(n::text, '01', 'XY'), invited_by, created_at
      from ambassadors, generate_series(11, 29) n
      where id = ${id}
    `)
    await setStatus(org, season, 'active')
    await mailWaitingAmbassadors(app.deps)
    expect(await mailedTo('grace+%@example.org', sql`campaign_id = ${season.id}`)).toBe(1)
    app.clock.advance({ hours: 2 })
    const nudged = await org.owner.post<Nudged>(`${season.path}/ambassadors/nudges`, { who: 'not_joined' })
    expect(expectStatus(nudged, 200).mailed).toBeLessThanOrEqual(1)
  })
})

it('the database tells mailboxes apart like the program', async () => {
  const emails = [...SPELLINGS, 'A+b+c@X.org', '+a@x.org', 'a.b@x.org', '...@gmail.com', 'none', 'a@b@c.org']
  const rows = await app.deps.db.query<{ mailbox: string }>(sql`
    select mailbox_of(email) as mailbox from unnest(${sql.param(emails)}::text[]) with ordinality as t (email, n) order by n
  `)
  expect(rows.map(({ mailbox }) => mailbox)).toEqual(emails.map(mailboxOf))
})
