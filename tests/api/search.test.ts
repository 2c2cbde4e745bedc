/** R62: what a representative types, and what must be found first; each name that is shown is logged (R26). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payoutReference, pledgeReference, receiptNumber, shortCode } from '#domain/billing/lookup.ts'
import type { SearchResult } from '#domain/schemas/search.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  bill,
  chargesOf,
  invoicesOf,
  openDraft,
  openSeason,
  type PledgeWish,
  payment,
  play,
  pledgeBody,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { approveAndSend, CLEARED, preparePayout, SENT, setDestination } from '#tests/payouts.ts'

let app: TestApp
let org: TestOrganization
let ridge: TestOrganization
let season: Season
/** What a row of the table needs and is known only once it is made, written as {name} in its query. */
const known: Record<string, string> = {}

type Person = { firstName: string; lastName: string; email: string; phone: string }
const person = (firstName: string, lastName: string, email: string, phone: string): Person => ({
  firstName,
  lastName,
  email,
  phone,
})

const JOHNSON = person('Dana', 'Johnson', 'dana.johnson78@example.org', '(617) 555-0142')
const GARCIA = person('José', 'García-Núñez', 'jgn@example.org', '617.555.0199')
const OBRIEN = person('Patrick', 'O’Brien', 'pob@school.example', '')
const NAMELESS = person('', '', 'mvandermeer@mail.example', '')

/** A new supporter, who pledges. @returns the pledge's id. */
async function pledgeAs({ phone, ...given }: Person, wish: PledgeWish): Promise<string> {
  const supporter = await app.user(given)
  await app.deps.db.query(sql`
    update users
    set
      phone = ${phone || null},
      first_name = ${given.firstName || null},
      last_name = ${given.lastName || null}
    where id = ${supporter.userId}
  `)
  const made = await supporter.post<{ id: string }>(
    `${season.path}/pledges`,
    await pledgeBody(supporter, season, wish),
  )
  return expectStatus(made, 201).id
}

beforeAll(async () => {
  app = await createTestApp(CLEARED)
  org = await setUpOrganization(app, 'San Francisco Eagles Boosters')
  ridge = await setUpOrganization(app, 'Ridgeview Club')
  await openDraft(ridge)
  season = await openSeason(org)
  await setDestination(org)
  const johnson = await pledgeAs(JOHNSON, { lines: { gift: '25.00', goals: '2.00' }, method: 'check' })
  const garcia = await pledgeAs(GARCIA, { lines: { gift: '1250.00' }, method: 'auto_bill_end' })
  const obrien = await pledgeAs(OBRIEN, { lines: { gift: '80.00' }, method: 'auto_bill_end' })
  await pledgeAs(NAMELESS, { lines: { goals: '1.00' }, method: 'check' })
  const ambassador = await app.user({
    firstName: 'Wilhelmina',
    lastName: 'Prescott',
    email: 'mina@example.org',
  })
  await app.deps.db.query(sql`
    insert into ambassadors (id, campaign_id, email, user_id, referral_code, invited_by, created_at, joined_at)
    values (
      gen_random_uuid(), ${season.id}, ${ambassador.email}, ${ambassador.userId}, 'MINA22', ${org.owner.userId},
      now(), now()
    )
  `)
  await play(org, season, { opponent: 'Bay', startTime: '2026-08-20T20:00:00Z', goals: 3 })
  await bill(org, season, 'final')
  const invoice = (await invoicesOf(org, season)).find(({ pledgeId }) => pledgeId === johnson)
  const form = { ...payment(invoice ?? { id: '' }, '31.00', app), reference: '01042' }
  const posted = expectStatus(
    await org.representative.post<{ id: string; receivedOn: string }>(`${season.path}/payments`, form),
    201,
  )
  expectStatus(
    await org.representative.post('/api/deposits', {
      paymentIds: [posted.id],
      amount: '31.00',
      depositedOn: form.receivedOn,
      reference: 'SLIP-0077',
    }),
    201,
  )
  const payout = await approveAndSend(org, await preparePayout(org, season, '900.00'), SENT)
  await app.deps.db.query(sql`
    insert into exceptions (id, kind, campaign_id, subject, key, reference, amount_cents, happened, opened_at)
    values (
      gen_random_uuid(), 'unexplained_payment', ${season.id}, 'charge', 'test', 'pi_3QxTest', 6613,
      'A card payment that the books do not have', now()
    )
  `)
  const charge = (await chargesOf(org, season)).find(({ pledgeId }) => pledgeId === garcia)
  const receivedOn = '2026-09-04'
  Object.assign(known, {
    invoice: invoice?.number ?? '',
    payout: payoutReference(payout.id),
    johnson: pledgeReference(johnson),
    obrien: pledgeReference(obrien),
    obrienId: obrien,
    checkReceipt: receiptNumber({ id: posted.id, receivedOn }),
    cardReceipt: receiptNumber({ id: charge?.id ?? '', receivedOn }),
    code: shortCode(season.id),
  })
})
afterAll(() => app.close())

const find = async (text: string, by: Caller = org.representative): Promise<SearchResult[]> =>
  expectStatus(await by.post<SearchResult[]>('/api/searches', { search: text }), 200)

const filledIn = (query: string): string =>
  query.replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? '')

const first = ({ kind, title, name }: SearchResult): string => `${kind} ${name ?? title}`

describe('the first result', () => {
  it.each([
    // A supporter by name: order, case, accents, parts, spaces and typos do not matter.
    ['Johnson', 'pledge Dana Johnson'],
    ['dana johnson', 'pledge Dana Johnson'],
    ['JOHNSON, DANA', 'pledge Dana Johnson'],
    ['johns', 'pledge Dana Johnson'],
    ['d johnson', 'pledge Dana Johnson'],
    ['Jonhson', 'pledge Dana Johnson'],
    ['Johnsen', 'pledge Dana Johnson'],
    ['Jhonson Dana', 'pledge Dana Johnson'],
    ['garcia', 'pledge José García-Núñez'],
    ['Jose Nunez', 'pledge José García-Núñez'],
    ['García', 'pledge José García-Núñez'],
    ['Garcai', 'pledge José García-Núñez'],
    ['garcianunez', 'pledge José García-Núñez'],
    ["o'brien", 'pledge Patrick O’Brien'],
    ['obrien', 'pledge Patrick O’Brien'],
    ['O Brien Patrik', 'pledge Patrick O’Brien'],
    // Beside the name of a campaign or an organization.
    ['johnson eagles', 'pledge Dana Johnson'],
    ['Patrick fall season', 'pledge Patrick O’Brien'],
    // By email address, whole or in part, also where there is no name.
    ['dana.johnson78@example.org', 'pledge Dana Johnson'],
    ['DANA.JOHNSON78@', 'pledge Dana Johnson'],
    ['johnson78', 'pledge Dana Johnson'],
    ['@school.example', 'pledge Patrick O’Brien'],
    ['vandermeer', 'pledge mvandermeer@mail.example'],
    // By phone number in any punctuation.
    ['(617) 555-0142', 'pledge Dana Johnson'],
    ['6175550142', 'pledge Dana Johnson'],
    ['+1 617 555 0142', 'pledge Dana Johnson'],
    ['555-0199', 'pledge José García-Núñez'],
    ['phone 617-555-0199', 'pledge José García-Núñez'],
    // An organization and its campaign.
    ['San Francisco Eagles', 'organization San Francisco Eagles Boosters'],
    ['Sanfrancisco eagels', 'organization San Francisco Eagles Boosters'],
    ['eagels', 'organization San Francisco Eagles Boosters'],
    ['boosters francisco', 'organization San Francisco Eagles Boosters'],
    ['ridgevew', 'organization Ridgeview Club'],
    ['ridge', 'organization Ridgeview Club'],
    ['fall season', 'campaign Fall Season'],
    ['fall seasn', 'campaign Fall Season'],
    // An owner and an ambassador.
    ['Olive', 'member Olive Whitfield'],
    ['Prescott', 'ambassador Wilhelmina Prescott'],
    ['prescot', 'ambassador Wilhelmina Prescott'],
    ['mina@exam', 'ambassador Wilhelmina Prescott'],
    // A pledge by its reference or its address.
    ['{johnson}', 'pledge Dana Johnson'],
    ['{obrien}', 'pledge Patrick O’Brien'],
    ['https://example.org/pledges/{obrienId}', 'pledge Patrick O’Brien'],
    // An invoice, a receipt.
    ['{invoice}', 'invoice Dana Johnson'],
    ['invoice 1', 'invoice Dana Johnson'],
    ['{checkReceipt}', 'receipt Dana Johnson'],
    ['receipt {cardReceipt}', 'receipt José García-Núñez'],
    // A check, a slip, a payout's check.
    ['1042', 'payment Dana Johnson'],
    ['check #1042', 'payment Dana Johnson'],
    ['Check No. 01042', 'payment Dana Johnson'],
    ['SLIP-0077', 'deposit Deposit slip SLIP-0077'],
    ['slip 77', 'deposit Deposit slip SLIP-0077'],
    ['20417', 'payout Payout, check 20417'],
    ['payout 20417', 'payout Payout, check 20417'],
    ['{payout}', 'payout Payout, check 20417'],
    // An amount.
    ['$80', 'charge Patrick O’Brien'],
    ['80.00', 'charge Patrick O’Brien'],
    ['1,250', 'charge José García-Núñez'],
    ['$1,250.00', 'charge José García-Núñez'],
    ['31 dollars', 'payment Dana Johnson'],
    ['$3', 'invoice mvandermeer@mail.example'],
    ['$900', 'payout Payout, check 20417'],
    ['$66.13', 'exception A card payment that the books do not have'],
    ['pi_3QxTest', 'exception A card payment that the books do not have'],
  ])('of “%s” is %s', async (query, expected) => {
    expect((await find(filledIn(query))).map(first)[0]).toBe(expected)
  })

  it.each([
    ['{johnson}', 'lower case without the hyphen', (text: string) => text.toLowerCase().replace('-', ' ')],
    ['{invoice}', 'lower case without hyphens', (text: string) => text.toLowerCase().replaceAll('-', '')],
    ['{invoice}', 'O instead of 0', (text: string) => text.replaceAll('0', 'O')],
    [
      '{checkReceipt}',
      'spaces instead of hyphens',
      (text: string) => text.toLowerCase().replaceAll('-', ' '),
    ],
    ['{cardReceipt}', 'the last part alone', (text: string) => text.slice(-8)],
    [
      '{cardReceipt}',
      'O instead of 0, I instead of 1',
      (text: string) => text.replace(/0/g, 'O').replace(/1/g, 'I'),
    ],
  ])('of %s is the same when it is typed with %s', async (query, _how, typed) => {
    const [asPrinted] = await find(filledIn(query))
    expect(asPrinted).toBeDefined()
    expect((await find(typed(filledIn(query))))[0]).toEqual(asPrinted)
  })

  it('of the campaign’s printed code is the campaign', async () => {
    expect((await find(known.code ?? '')).map(first)[0]).toBe('campaign Fall Season')
  })
})

it.each(['qqzzyxw', 'Johnson Ridgeview', '%%', '$77.77', 'R-2026-00000000', '999999', '555-9999'])(
  '“%s” finds nothing',
  async (query) => expect(await find(query)).toEqual([]),
)

it('a result has what tells it apart: name, campaign, state, amount and date', async () => {
  const [check] = await find('check 1042')
  expect(check).toMatchObject({
    kind: 'payment',
    title: 'Check 01042',
    name: 'Dana Johnson',
    of: 'Fall Season, San Francisco Eagles Boosters',
    state: 'deposited',
    amount: '31.00',
    on: expect.stringMatching(/^2026-/),
  })
})

it('logs each pledge whose name was shown, once within an hour, and nothing where none was', async () => {
  const shown = async () =>
    (
      await app.deps.db.query(
        sql`select id from audit_log where action = 'name.show' and actor_id = ${org.second.userId}`,
      )
    ).length
  await find('ridgeview', org.second)
  expect(await shown()).toBe(0)
  await find('johnson', org.second)
  await find('dana', org.second)
  expect(await shown()).toBe(1)
})

it('has no name of someone who has left', async () => {
  const leaving = await app.user({ firstName: 'Zacharias', lastName: 'Quill' })
  expectStatus(await leaving.post(`${season.path}/comments`, { message: 'Hi' }), 201)
  await app.deps.db.query(
    sql`update users set first_name = null, last_name = null, deleted_at = now() where id = ${leaving.userId}`,
  )
  expect(await find('Zacharias')).toEqual([])
})

it('is refused to owners, scorers, supporters and visitors', async () => {
  for (const by of [org.owner, org.scorer, await app.user()])
    expect((await by.post('/api/searches', { search: 'johnson' })).status).toBe(403)
  expect((await app.visitor.post('/api/searches', { search: 'johnson' })).status).toBe(401)
})
