/** Pledges without an account: held, confirmed by mail, and without effect before that (R59). */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { CONSENT_VERSION } from '#domain/pledges/consent.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { LinkedPledge } from '#domain/schemas/pledge-link.ts'
import { runDueJobs } from '#server/jobs.ts'
import { dropLinks } from '#server/messaging/links/index.ts'
import { sendThrough } from '#server/messaging/mails/send.ts'
import { heldWith } from '#server/money/guest-cards/store.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import {
  countRows,
  openSeason,
  play,
  type Season,
  setStatus,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import {
  anEmail,
  begin,
  callFrom,
  confirm,
  guestMails,
  holdAsGuest,
  holdBody,
  look,
  newestToken,
  stateOf,
  typeCard,
} from '#tests/guests.ts'
import { untilSomebodyWaits } from '#tests/interleaving.ts'

let app: TestApp
let org: TestOrganization
let season: Season
beforeAll(async () => {
  ;({ app, org, season } = await givenSeason({ now: '2026-09-01T16:00:00Z' }))
})
afterAll(async () => {
  await closeWithBooksInOrder(app)
})

const detail = async (of: Season = season) =>
  expectStatus(await app.visitor.get<CampaignDetail>(of.path), 200)
const pledgesOf = (email: string) =>
  app.deps.db.query<{ id: string; agreed: number; consentText: string; userId: string }>(sql`
    select p.id, p.agreed_maximum_cents as agreed, p.consent_text, u.id as user_id
    from pledges p join users u on u.id = p.pledger_id where u.email = ${email}
  `)

/** What the link of one that is over shows: only which campaign it was for. */
const NOTHING_OF_THE_PLEDGE = {
  maximumAmount: null,
  pledgeStatistics: [],
  paymentMethod: null,
  card: null,
  consentText: null,
  alreadyEarned: null,
  referralCode: null,
  pledgeUrl: null,
}

describe('a held guest pledge', () => {
  it('counts for nothing: not in totals, supporters, lists or mails to anyone else', async () => {
    const before = await detail()
    const mailsBefore = await app.deps.db.query(sql`select from mails`)
    const { held } = await holdAsGuest(app, season)
    const after = await detail()
    expect(after.campaigns.totalPledged).toBe(before.campaigns.totalPledged)
    expect(after.pledgesCount).toBe(before.pledgesCount)
    expect(after.pledges).toEqual(before.pledges)
    expect(await app.deps.db.query(sql`select from mails`)).toHaveLength(mailsBefore.length + 1)
    expect(await app.deps.db.query(sql`select from users where email = ${held.email}`)).toEqual([])
  })

  it('is mailed as one link to press a button, with the most that can be owed', async () => {
    const { held } = await holdAsGuest(app, season, { most: '75.00' })
    const [mail, ...others] = await guestMails(app, held.email)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Confirm your pledge for Fall Season')
    expect(mail?.text).toContain('The most you can owe: $75.00')
  })

  it('is held once for the same request, so that a lost answer makes no second one', async () => {
    const started = await begin(app, season)
    const card = expectStatus(await typeCard(app, started.setup?.clientSecret ?? ''), 201)
    const body = holdBody(season, started, {}, card.stripePaymentMethodId)
    const send = () => callFrom(app, null, `/api/guest-pledges/${started.id}/holding`, body)
    const [one, two] = await Promise.all([send(), send()])
    const three = await send()
    expect([one.status, two.status, three.status]).toEqual([200, 200, 200])
    expect(two.body).toEqual(one.body)
    expect(three.body).toEqual(one.body)
    expect(await guestMails(app, body.email as string)).toHaveLength(1)
  })

  it('is not changed by another request: that one is refused, and mails nobody', async () => {
    const started = await begin(app, season)
    const card = expectStatus(await typeCard(app, started.setup?.clientSecret ?? ''), 201)
    const path = `/api/guest-pledges/${started.id}/holding`
    const body = holdBody(season, started, {}, card.stripePaymentMethodId)
    const first = expectStatus(await callFrom(app, null, path, body), 200)
    const other = anEmail()
    const [line] = body.pledgeStatistics as { statisticId: string }[]
    const changes = [
      { email: other },
      { maximumAmount: '500.00' },
      { pledgeStatistics: [{ ...line, pledgeAmount: '10.00' }] },
      { counts: { from: 'now' } },
      { paymentMethod: 'auto_bill_progress' },
      { isAnonymous: false },
    ]
    for (const change of changes)
      expect((await callFrom(app, null, path, { ...body, ...change })).status).toBe(409)
    expect(await guestMails(app, other)).toEqual([])
    expect(expectStatus(await callFrom(app, null, path, body), 200)).toEqual(first)
  })

  it('is held once where the same requests wait for each other, with the card that they all bring', async () => {
    const started = await begin(app, season)
    const card = expectStatus(await typeCard(app, started.setup?.clientSecret ?? ''), 201)
    const body = holdBody(season, started, {}, card.stripePaymentMethodId)
    const send = () => callFrom(app, null, `/api/guest-pledges/${started.id}/holding`, body)
    const sent: ReturnType<typeof send>[] = []
    // Each has seen a pledge without a card before any of them can write one, and the row changes meanwhile.
    await app.deps.db.transaction(async (tx) => {
      await tx.query(sql`update guest_pledges set mails_sent = mails_sent where id = ${started.id}`)
      for (const waiting of [1, 2, 3]) {
        sent.push(send())
        await untilSomebodyWaits(app.deps.db, waiting)
      }
    })
    const answers = await Promise.all(sent)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map((one) => JSON.stringify(one.body))).size).toBe(1)
    expect(await guestMails(app, body.email as string)).toHaveLength(1)
  })

  it('keeps the maximum that was shown and the consent, with its version', async () => {
    const { held } = await holdAsGuest(app, season, { lines: { wins: '5.00' }, most: '80.00' })
    expect(held.maximumAmount).toBe('80.00')
    const [row] = await app.deps.db.query<{ consentText: string; consentVersion: number }>(
      sql`select consent_text, consent_version from guest_pledges where id = ${held.id}`,
    )
    expect(row?.consentText).toContain('never more than $80.00')
    expect(row?.consentVersion).toBe(CONSENT_VERSION)
  })

  it('needs a card, and one that was saved for it', async () => {
    const mine = await begin(app, season)
    const other = await begin(app, season)
    const card = expectStatus(await typeCard(app, other.setup?.clientSecret ?? ''), 201).stripePaymentMethodId
    const path = `/api/guest-pledges/${mine.id}/holding`
    for (const wrong of [null, card, 'pm_of_nobody'])
      expect((await callFrom(app, null, path, holdBody(season, mine, {}, wrong))).status).toBe(400)
    expect(await stateOf(app, mine.id)).toBe('started')
  })

  it('names every wrong line, as any pledge does (R15)', async () => {
    const started = await begin(app, season)
    const card = expectStatus(await typeCard(app, started.setup?.clientSecret ?? ''), 201)
    const body = holdBody(season, started, { email: 'not an address' }, card.stripePaymentMethodId)
    const answer = await callFrom<{ fields: Record<string, string> }>(
      app,
      null,
      `/api/guest-pledges/${started.id}/holding`,
      { ...body, maximumAmount: '0', pledgeStatistics: [] },
    )
    expect(Object.keys(expectStatus(answer, 400).fields).sort()).toEqual([
      'email',
      'maximumAmount',
      'pledgeStatistics',
    ])
  })

  it('is deleted with all personal data when the browser that began it withdraws it', async () => {
    const { held, started, token } = await holdAsGuest(app, season)
    const take = (secret: string | null) =>
      callFrom(app, null, `/api/guest-pledges/${held.id}/withdrawal`, { secret })
    expect((await take('x'.repeat(43))).status).toBe(404)
    expect((await take(started.secret)).status).toBe(204)
    expect((await take(started.secret)).status).toBe(204)
    expect((await confirm(app, token)).status).toBe(409)
    expect(expectStatus(await look(app, token), 200)).toMatchObject({
      state: 'expired',
      ...NOTHING_OF_THE_PLEDGE,
    })
    const [row] = await app.deps.db.query(
      sql`select email, consent_text, address from guest_pledges where id = ${held.id}`,
    )
    expect(row).toEqual({ email: null, consentText: null, address: null })
    expect(
      await app.deps.db.query(sql`
        select to_address, text_body, sealed, unsubscribe_url
        from mails where idempotency_key like ${`guest-pledge:${held.id}:%`}
      `),
    ).toEqual([{ toAddress: '', textBody: '', sealed: null, unsubscribeUrl: null }])
  })

  it('tells the browser that began it, and no one else, whether it still waits', async () => {
    const { held, started, token } = await holdAsGuest(app, season)
    const path = `/api/guest-pledges/${held.id}`
    const ask = (secret: string | null) => callFrom(app, null, `${path}/state`, { secret })
    expect((await ask('x'.repeat(43))).status).toBe(404)
    const rows = await countRows(app.deps.db)
    expect(expectStatus(await ask(started.secret), 200)).toEqual({ state: 'held' })
    expect(await countRows(app.deps.db)).toEqual(rows)
    expectStatus(await confirm(app, token), 200)
    expect(expectStatus(await ask(started.secret), 200)).toEqual({ state: 'confirmed' })
    for (const what of ['withdrawal', 'mails'])
      expect(await callFrom(app, null, `${path}/${what}`, { secret: started.secret })).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('already confirmed') },
      })
  })

  it('that was withdrawn keeps no card that is typed after that', async () => {
    const started = await begin(app, season)
    const late = expectStatus(await typeCard(app, started.setup?.clientSecret ?? ''), 201)
    const id = started.id
    const body = { secret: started.secret }
    expectStatus(await callFrom(app, null, `/api/guest-pledges/${id}/withdrawal`, body), 204)
    await expect(
      app.deps.money.guestCards.keep(app.deps, id, late.stripePaymentMethodId),
    ).rejects.toMatchObject({
      fields: { stripePaymentMethodId: expect.any(String) },
    })
  })
})

describe('an ambassador', () => {
  const figures = async (email: string) =>
    app.deps.db.query<{ credited: number }>(sql`
      select count(p.id) as credited
      from ambassadors a left join pledges p on p.ambassador_id = a.id
      where a.email = ${email}
    `)
  const invite = async (email: string) =>
    expectStatus(await org.owner.post<{ id: string }>(`${season.path}/ambassadors`, { email }), 201).id

  it('is credited when a guest confirms, and not before', async () => {
    const email = anEmail()
    const { token } = await holdAsGuest(app, season, { more: { ambassadorId: await invite(email) } })
    expect(await figures(email)).toEqual([{ credited: 0 }])
    expectStatus(await confirm(app, token), 200)
    expect(await figures(email)).toEqual([{ credited: 1 }])
  })

  it('who was removed meanwhile is credited with nothing, and keeps no guest from pledging', async () => {
    const email = anEmail()
    const gone = anEmail()
    const ambassadorId = await invite(email)
    const { token } = await holdAsGuest(app, season, { more: { ambassadorId } })
    expectStatus(await org.owner.delete(`${season.path}/ambassadors/${ambassadorId}`), 204)
    expectStatus(await confirm(app, token), 200)
    expect(await figures(email)).toEqual([{ credited: 0 }])
    const other = await holdAsGuest(app, season, { email: gone, more: { ambassadorId } })
    expectStatus(await confirm(app, other.token), 200)
  })
})

describe('confirming', () => {
  it('makes the pledge and a verified account, and the link opens the pledge without a password', async () => {
    const before = await detail()
    const { held, token } = await holdAsGuest(app, season, { lines: { goals: '2.00' }, most: '60.00' })
    const made = expectStatus(await confirm(app, token), 200)
    const [pledge] = await pledgesOf(held.email)
    expect(pledge).toMatchObject({ id: made.pledgeId, agreed: 6_000, userId: held.id })
    expect(pledge?.consentText).toContain('never more than $60.00')
    const [user] = await app.deps.db.query<{ verified: boolean }>(
      sql`select email_verified_at is not null as verified from users where id = ${held.id}`,
    )
    expect(user?.verified).toBe(true)
    const after = await detail()
    expect(after.pledgesCount).toBe(before.pledgesCount + 1)
    const own = await app.visitor.get<LinkedPledge>(`/api/pledge-links/${made.pledgeUrl.slice(3)}`)
    expect(expectStatus(own, 200)).toMatchObject({ id: made.pledgeId, agreedMaximum: '60.00' })
    const mails = await guestMails(app, held.email)
    expect(mails.map(({ kind }) => kind)).toEqual(['guest_pledge', 'guest_pledge_confirmed'])
  })

  it('by GET changes nothing, so that a scanner that opens the link binds nobody', async () => {
    const { held, token } = await holdAsGuest(app, season)
    const rows = await countRows(app.deps.db)
    for (let nth = 0; nth < 3; nth += 1) expectStatus(await look(app, token), 200)
    expect(await countRows(app.deps.db)).toEqual(rows)
    expect(await stateOf(app, held.id)).toBe('held')
  })

  it('twice, at once on two instances, is one pledge with one page', async () => {
    const second = await app.another()
    const { held, token } = await holdAsGuest(app, season)
    const answers = await Promise.all([confirm(app, token), confirm(second, token), confirm(app, token)])
    const later = await confirm(second, token)
    expect([...answers, later].map(({ status }) => status)).toEqual([200, 200, 200, 200])
    for (const { body } of [...answers, later]) expect(body).toEqual(answers[0]?.body)
    expect(await pledgesOf(held.email)).toHaveLength(1)
    expect((await guestMails(app, held.email)).map(({ kind }) => kind)).toEqual([
      'guest_pledge',
      'guest_pledge_confirmed',
    ])
  })

  it('for an address that has an account makes the pledge that account’s, with the guest’s card', async () => {
    const known = await app.user({ email: 'known@example.org' })
    const { held, token } = await holdAsGuest(app, season, { email: known.email })
    const made = expectStatus(await confirm(app, token), 200)
    const [pledge] = await pledgesOf(known.email)
    expect(pledge).toMatchObject({ id: made.pledgeId, userId: known.userId })
    expect(held.id).not.toBe(known.userId)
    const cards = expectStatus(await known.get<unknown[]>('/api/user/cards'), 200)
    expect(cards).toHaveLength(1)
  })

  it('takes an address from an account that never proved it, and hands over nothing of that one', async () => {
    const email = anEmail()
    const squatter = await app.user({ email, isVerified: false })
    const { held, token } = await holdAsGuest(app, season, { email })
    expectStatus(await confirm(app, token), 200)
    expect((await pledgesOf(email)).map(({ userId }) => userId)).toEqual([held.id])
    expect((await squatter.get('/api/user/pledges')).status).toBe(401)
  })

  it('answers the same, whether or not the address has an account', async () => {
    const known = await app.user({ email: 'also-known@example.org' })
    const shapes = []
    for (const email of [known.email, anEmail()]) {
      const { held } = await holdAsGuest(app, season, { email })
      const [mail] = await guestMails(app, email)
      // Each mail has its own id and link, in both of its parts.
      const own = (part: string | undefined) => part?.replace(/\/g\/[\w-]+/g, '/g/')
      shapes.push({
        held: { ...held, id: '', email: '' },
        mail: { kind: mail?.kind, subject: mail?.subject, text: own(mail?.text), html: own(mail?.html) },
      })
    }
    expect(shapes[0]).toEqual(shapes[1])
  })

  it('locks at the moment of confirming: a result in between counts, and the maximum shown still binds', async () => {
    const open = await openSeason(org)
    const { token } = await holdAsGuest(app, open, { lines: { goals: '5.00' }, most: '20.00' })
    await play(org, open, { opponent: 'Bay', startTime: '2026-08-30T18:00:00Z', goals: 3 })
    expect(expectStatus(await look(app, token), 200)).toMatchObject({
      alreadyEarned: '15.00',
      maximumAmount: '20.00',
    })
    await play(org, open, { opponent: 'Cove', startTime: '2026-08-31T18:00:00Z', goals: 9 })
    const made = expectStatus(await confirm(app, token), 200)
    const own = await app.visitor.get<LinkedPledge>(`/api/pledge-links/${made.pledgeUrl.slice(3)}`)
    expect(expectStatus(own, 200)).toMatchObject({ earned: '20.00', agreedMaximum: '20.00' })
  })

  it.each([
    ['paused', 'This campaign is paused and is not accepting pledges right now.'],
    ['completed', 'This campaign is completed and no longer accepts pledges.'],
    ['cancelled', 'This campaign is cancelled and does not accept pledges.'],
  ] as const)('is refused while the campaign is %s, and the page says so first', async (status, words) => {
    const open = await openSeason(org)
    const { held, token } = await holdAsGuest(app, open)
    await setStatus(org, open, status)
    expect(expectStatus(await look(app, token), 200)).toMatchObject({
      state: 'held',
      problem: words,
      isPaused: status === 'paused',
    })
    const refused = await confirm(app, token)
    expect(refused).toMatchObject({ status: 409, body: { message: words } })
    expect(await stateOf(app, held.id)).toBe('held')
    expect(await pledgesOf(held.email)).toEqual([])
    expect(await app.deps.db.query(sql`select from users where email = ${held.email}`)).toEqual([])
  })

  it('of what was held while the campaign was paused works once it resumes', async () => {
    const open = await openSeason(org)
    const { token } = await holdAsGuest(app, open)
    await setStatus(org, open, 'paused')
    expect((await confirm(app, token)).status).toBe(409)
    await setStatus(org, open, 'active')
    expect((await confirm(app, token)).status).toBe(200)
  })
})

it('a card that waits in another guest pledge is known by its fingerprint', async () => {
  const one = await holdAsGuest(app, season)
  const two = await holdAsGuest(app, season)
  const [card] = await app.deps.db.query<{ fingerprint: string }>(
    sql`select fingerprint from guest_cards where guest_pledge_id = ${one.started.id}`,
  )
  const waiting = () => heldWith(app.deps.db, card?.fingerprint ?? '', one.started.id)
  const before = await waiting()
  expect(before).toBeGreaterThan(0)
  expectStatus(await confirm(app, two.token), 200)
  expect(await waiting()).toBe(before - 1)
})

describe('time', () => {
  it('brings one reminder after a day, in the daytime, and the end after 48 hours', async () => {
    const open = await openSeason(org)
    const { held, token } = await holdAsGuest(app, open)
    const kinds = async () => (await guestMails(app, held.email)).map(({ kind }) => kind)
    app.clock.advance({ hours: 23 })
    await runDueJobs(app.deps)
    expect(await kinds()).toEqual(['guest_pledge'])
    // 11 p.m. in New York, a day and eleven hours later.
    app.clock.advance({ hours: 12 })
    await runDueJobs(app.deps)
    expect(await kinds()).toEqual(['guest_pledge'])
    app.clock.advance({ hours: 10 })
    await runDueJobs(app.deps)
    await runDueJobs(app.deps)
    expect(await kinds()).toEqual(['guest_pledge', 'guest_pledge_reminder'])
    const reminder = await newestToken(app, held.email)
    expect(reminder).not.toBe(token)
    expectStatus(await look(app, reminder), 200)
    app.clock.advance({ hours: 3 })
    expect((await confirm(app, reminder)).status).toBe(409)
    const over = expectStatus(await look(app, reminder), 200)
    expect(over).toMatchObject({ state: 'expired', ...NOTHING_OF_THE_PLEDGE })
    await runDueJobs(app.deps)
    expect(await stateOf(app, held.id)).toBe('expired')
    expect(expectStatus(await look(app, reminder), 200)).toEqual(over)
    for (const table of ['guest_pledges', 'mails', 'users'])
      expect(
        await app.deps.db.query(
          sql`select from ${sql.identifier(table)} t where position(${held.email} in t::text) > 0`,
        ),
      ).toEqual([])
  })

  it('leaves no secret of a link in a mail that was sent', async () => {
    const { held, token } = await holdAsGuest(app, season)
    // Without a mail server it counts as sent, and that run is still in progress; here it is sent through one.
    const waiting = () =>
      app.deps.db.query(sql`select from mails where to_address = ${held.email} and sent_at is null`)
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 20_000 })
    await app.deps.db.query(sql`update mails set sent_at = null where to_address = ${held.email}`)
    await sendThrough(app.deps, { send: async () => undefined, close: () => undefined } as never)
    const [mail] = await guestMails(app, held.email)
    expect(mail?.text).not.toContain(token)
    expectStatus(await confirm(app, token), 200)
  })

  it('takes the card of an expired one from the card provider, and of no other', async () => {
    const left = await holdAsGuest(app, season)
    const kept = await holdAsGuest(app, season)
    expectStatus(await confirm(app, kept.token), 200)
    const begun = await begin(app, season)
    expectStatus(await typeCard(app, begun.setup?.clientSecret ?? ''), 201)
    app.clock.advance({ hours: 48 })
    await runDueJobs(app.deps)
    const rows = await app.deps.db.query<{ userId: string }>(sql`select user_id from sandbox.payment_methods`)
    const owners = rows.map(({ userId }) => userId)
    expect(owners).toContain(kept.held.id)
    expect(owners).not.toContain(left.held.id)
    expect(owners).not.toContain(begun.id)
    expect(
      await app.deps.db.query(sql`select from guest_cards where guest_pledge_id = ${left.held.id}`),
    ).toEqual([])
  })
})

describe('mailing again', () => {
  const again = (id: string, body: Record<string, unknown>) =>
    callFrom<{ email: string; mailsLeft: number; message: string }>(
      app,
      null,
      `/api/guest-pledges/${id}/mails`,
      body,
    )

  it('waits a minute, and works three times', async () => {
    const { held, started } = await holdAsGuest(app, season)
    const { secret } = started
    expect((await again(held.id, { secret })).status).toBe(429)
    for (const left of [2, 1, 0]) {
      app.clock.advance({ minutes: 1 })
      expect(expectStatus(await again(held.id, { secret }), 200).mailsLeft).toBe(left)
    }
    app.clock.advance({ minutes: 1 })
    expect((await again(held.id, { secret })).status).toBe(429)
    expect(await guestMails(app, held.email)).toHaveLength(4)
  })

  it('to the right address revokes the links that went to the wrong one', async () => {
    const { held, started, token } = await holdAsGuest(app, season)
    const { secret } = started
    const right = anEmail()
    expect(expectStatus(await again(held.id, { secret, email: right }), 200).email).toBe(right)
    expect((await look(app, token)).status).toBe(404)
    expect((await confirm(app, token)).status).toBe(404)
    expectStatus(await confirm(app, await newestToken(app, right)), 200)
    expect(await pledgesOf(held.email)).toEqual([])
  })

  it('is for the browser that began it only', async () => {
    const { held } = await holdAsGuest(app, season)
    expect((await again(held.id, { secret: 'x'.repeat(43), email: anEmail() })).status).toBe(404)
  })

  it('never floods a mailbox: three wait at a time', async () => {
    const email = anEmail()
    for (let nth = 0; nth < 3; nth += 1) await holdAsGuest(app, season, { email })
    const started = await begin(app, season)
    const card = expectStatus(await typeCard(app, started.setup?.clientSecret ?? ''), 201)
    const body = holdBody(season, started, { email }, card.stripePaymentMethodId)
    expect((await callFrom(app, null, `/api/guest-pledges/${started.id}/holding`, body)).status).toBe(429)
    expect(await guestMails(app, email)).toHaveLength(3)
  })
})

describe('one mailbox', () => {
  const holdFor = async (email: string) => {
    const started = await begin(app, season)
    const card = expectStatus(await typeCard(app, started.setup?.clientSecret ?? ''), 201)
    const body = holdBody(season, started, { email }, card.stripePaymentMethodId)
    const answer = await callFrom(app, null, `/api/guest-pledges/${started.id}/holding`, body)
    const send = (to: string, more: Record<string, unknown> = {}) =>
      callFrom(app, null, `/api/guest-pledges/${started.id}/${to}`, { secret: started.secret, ...more })
    return { ...answer, send }
  }

  it('gets six mails in 24 hours, however often guest pledges are held for it and withdrawn', async () => {
    const email = anEmail()
    const statuses: number[] = []
    for (let nth = 0; nth < 7; nth += 1) {
      const one = await holdFor(email)
      statuses.push(one.status)
      await one.send('withdrawal')
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
    app.clock.advance({ hours: 24, minutes: 1 })
    await runDueJobs(app.deps)
    expect((await holdFor(email)).status).toBe(200)
  })

  it('gets six mails in 24 hours, counted with those that are mailed again or corrected away', async () => {
    const email = anEmail()
    const statuses: number[] = []
    for (let nth = 0; nth < 3; nth += 1) {
      const one = await holdFor(email)
      app.clock.advance({ minutes: 1 })
      statuses.push(one.status, (await one.send('mails')).status)
      expectStatus(await one.send('mails', { email: anEmail() }), 200)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200])
    const other = await holdFor(anEmail())
    expect((await other.send('mails', { email })).status).toBe(429)
    expect((await holdFor(email)).status).toBe(429)
  })
})

describe('the link of a guest pledge', () => {
  it('is stored as a hash, cannot be guessed, and is no session', async () => {
    const { held, token } = await holdAsGuest(app, season)
    const [row] = await app.deps.db.query<{ found: boolean }>(
      sql`select exists (select from mailed_links where position(convert_to(${token}, 'UTF8') in token_hash) > 0) as found`,
    )
    expect(row?.found).toBe(false)
    for (const guess of ['x'.repeat(43), held.id, 'short'])
      expect([400, 404]).toContain((await look(app, guess)).status)
    const made = expectStatus(await confirm(app, token), 200)
    for (const secret of [token, made.pledgeUrl.slice(3)]) {
      const as = { authorization: `Bearer ${secret}` }
      expect(
        (await app.visitor.put(`/api/pledges/${made.pledgeId}`, { maximumAmount: '50' }, as)).status,
      ).toBe(401)
    }
  })

  it('forwarded after it was confirmed opens the pledge’s page, and nothing of the person or the account', async () => {
    const known = await app.user({ email: 'forwards@example.org', lastName: 'Featherstone' })
    const { token } = await holdAsGuest(app, season, { email: known.email })
    const made = expectStatus(await confirm(app, token), 200)
    const shown = await look(app, token)
    expect(expectStatus(shown, 200)).toMatchObject({
      state: 'confirmed',
      pledgeUrl: made.pledgeUrl,
      card: null,
    })
    for (const hidden of [known.email, known.userId, 'Featherstone'])
      expect(JSON.stringify([shown.body, made])).not.toContain(hidden)
    expect(shown.headers.get('cache-control')).toBe('private, no-store')
    expect(shown.headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('leads to the one pledge from each of its mails, until the pledge’s links are revoked', async () => {
    const known = await app.user({ email: 'two-mails@example.org' })
    const { held, started, token } = await holdAsGuest(app, season, { email: known.email })
    app.clock.advance({ minutes: 1 })
    const body = { secret: started.secret }
    expectStatus(await callFrom(app, null, `/api/guest-pledges/${held.id}/mails`, body), 200)
    const newer = await newestToken(app, known.email)
    const made = expectStatus(await confirm(app, token), 200)
    const page = expectStatus(await look(app, newer), 200).pledgeUrl ?? ''
    expect(page).not.toBe(made.pledgeUrl)
    const opened = await app.visitor.get<LinkedPledge>(`/api/pledge-links/${page.slice(3)}`)
    expect(expectStatus(opened, 200).id).toBe(made.pledgeId)
    expect(expectStatus(await confirm(app, newer), 200)).toEqual({ ...made, pledgeUrl: page })
    expect((await known.delete(`/api/pledges/${made.pledgeId}/links`)).status).toBe(204)
    expectStatus(await confirm(app, newer), 200)
    expect(expectStatus(await look(app, newer), 200).pledgeUrl).toBeNull()
  })

  it('is not the pledge’s own link: whoever is shown the pledge’s page can neither confirm it nor take it back', async () => {
    const { token } = await holdAsGuest(app, season)
    const made = expectStatus(await confirm(app, token), 200)
    const shown = made.pledgeUrl.slice(3)
    expectStatus(await app.visitor.get<LinkedPledge>(`/api/pledge-links/${shown}`), 200)
    expect((await look(app, shown)).status).toBe(404)
    expect((await confirm(app, shown)).status).toBe(404)
    expect((await app.visitor.get(`/api/pledge-links/${token}`)).status).toBe(404)
  })

  it('confirms nothing once its address was corrected, also while the press was under way', async () => {
    const { held, token } = await holdAsGuest(app, season)
    let pressed: ReturnType<typeof confirm> | undefined
    await app.deps.db.transaction(async (tx) => {
      await tx.query(sql`update guest_pledges set mails_sent = mails_sent where id = ${held.id}`)
      pressed = confirm(app, token)
      await untilSomebodyWaits(app.deps.db, 1)
      await dropLinks(tx, 'guest', held.id)
    })
    expect((await pressed)?.status).toBe(404)
  })

  it('replayed after the pledge’s links were revoked opens nothing', async () => {
    const known = await app.user({ email: 'revokes@example.org' })
    const { token } = await holdAsGuest(app, season, { email: known.email })
    const made = expectStatus(await confirm(app, token), 200)
    expect((await known.delete(`/api/pledges/${made.pledgeId}/links`)).status).toBe(204)
    expect(expectStatus(await look(app, token), 200).pledgeUrl).toBeNull()
    expectStatus(await confirm(app, token), 200)
    expect((await app.visitor.get(`/api/pledge-links/${made.pledgeUrl.slice(3)}`)).status).toBe(404)
  })
})
