import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ManagedOrganization } from '#domain/schemas/organization.ts'
import { sql } from '#server/platform/db/database.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { setUpOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { deleteUser, reasonsNotToDelete } from './deletion.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const reasonsOf = (userId: string) => reasonsNotToDelete(app.deps, userId)

describe('deleting an account is refused (R45)', () => {
  it('while a pledge can still be billed; afterwards the account goes and the pledge stays', async () => {
    const {
      org,
      supporter,
      pledge: made,
    } = await givenSeason({ app, pledges: [{ lines: { gift: '25.00' } }] })
    expect(await reasonsOf(supporter.userId)).toEqual([
      'One pledge of yours may still be billed: cancel if you can, or wait until the season is settled.',
    ])
    await expect(deleteUser(app.deps, supporter.userId)).rejects.toMatchObject({ code: 'conflict' })

    await app.deps.db.query(sql`
      update pledges set status = 'cancelled', cancelled_at = ${app.clock.now()} where id = ${made.id}`)
    const path = `/api/organizations/${org.organizationId}/invitations`
    expectStatus(await org.owner.post(path, { email: supporter.email, role: 'scorer' }), 201)
    await deleteUser(app.deps, supporter.userId)
    const invitations = await app.deps.db.query<{ email: string; isRevoked: boolean }>(
      sql`select email, revoked_at is not null as is_revoked from organization_invitations`,
    )
    expect(invitations).toEqual([{ email: expect.stringMatching(/@deleted\.invalid$/), isRevoked: true }])
    const [kept] = await app.deps.db.query<{ firstName: string | null; email: string }>(sql`
      select u.first_name, u.email from pledges p join users u on u.id = p.pledger_id where p.id = ${made.id}`)
    expect(kept).toEqual({ firstName: null, email: `deleted-${supporter.userId}@deleted.invalid` })
    expect((await supporter.get('/api/auth/user')).status).toBe(401)
    const mails = await app.deps.db.query<{ to: string; text: string }>(sql`
      select to_address as to, text_body as text from mails where user_id = ${supporter.userId}`)
    for (const mail of mails) expect(mail).toEqual({ to: kept?.email, text: '' })
    await expect(deleteUser(app.deps, supporter.userId)).rejects.toMatchObject({ code: 'unauthorized' })
  })

  it('to the only owner of an organization (R25)', async () => {
    const owner = await app.user()
    const body = {
      name: 'Cedar',
      description: 'Boosters',
      city: 'Boston',
      state: 'MA',
      organizationType: 'school',
    }
    const { id } = expectStatus(await owner.post<{ id: string }>('/api/organizations', body), 201)
    expect(await reasonsOf(owner.userId)).toEqual([
      'You are the only owner of Cedar: add another owner first.',
    ])
    const other = await app.user()
    await app.deps.db.query(sql`
      insert into organization_members (organization_id, user_id, role, created_at)
      values (${id}, ${other.userId}, 'owner', ${app.clock.now()})`)
    expect(await reasonsOf(owner.userId)).toEqual([])
  })

  it('to the last representative (R29)', async () => {
    const held = await app.deps.db.query<{ userId: string }>(
      sql`select user_id from user_roles order by user_id`,
    )
    const [last, ...others] = held.map(({ userId }) => userId)
    for (const userId of others) {
      expect(await reasonsOf(userId)).not.toContain('You are the last representative: add another one first.')
      await deleteUser(app.deps, userId)
    }
    expect(await reasonsOf(last as string)).toContain(
      'You are the last representative: add another one first.',
    )
  })
})

it('a deleted account takes its messages to the provider and its role proposals with it (R45)', async () => {
  const { db } = app.deps
  const person = await app.user()
  const one = await app.representative('One')
  const two = await app.representative('Two')
  expectStatus(await one.post('/api/representatives', { email: person.email }), 201)
  const message = { name: 'Ada', email: person.email, message: 'My phone is 555 0199' }
  const sent = await app.visitor.post('/api/contact', message)
  expect(sent.status).toBeLessThan(300)
  await deleteUser(app.deps, person.userId)
  const kept = await db.query<{ replyTo: string | null; textBody: string }>(
    sql`select reply_to, text_body from mails where kind = 'contact'`,
  )
  expect(kept).toEqual([{ replyTo: null, textBody: '' }])
  const path = `/api/representatives/${person.userId}/confirmation`
  expect((await two.post(path)).status).toBe(404)
})

it('a deleted account takes what it wrote for others to read with it (R45)', async () => {
  const { db } = app.deps
  const {
    season,
    supporter: person,
    pledge: made,
  } = await givenSeason({ app, pledges: [{ lines: { gift: '25.00' } }] })
  await db.query(sql`update pledges set note = 'For my grandson Ben' where id = ${made.id}`)
  const other = await app.user()
  const say = async (who: typeof person, message: string) =>
    expectStatus(await who.post<{ id: string }>(`${season.path}/comments`, { message }), 201).id
  const report = async (who: typeof person, id: string, reason: string) =>
    expectStatus(await who.post(`${season.path}/comments/${id}/reports`, { reason }), 201)
  await report(other, await say(person, 'Love from grandma Whitfield, 541-555-0142'), 'A phone number')
  await report(person, await say(other, 'Go Lions'), 'It is about my grandson')
  const messages = async () =>
    expectStatus(await app.visitor.get<{ message: string }[]>(`${season.path}/comments`), 200).map(
      ({ message }) => message,
    )
  expect(await messages()).toHaveLength(2)
  await db.query(sql`
    update pledges set status = 'cancelled', cancelled_at = ${app.clock.now()} where id = ${made.id}`)
  await deleteUser(app.deps, person.userId)
  expect(await messages()).toEqual(['Go Lions'])
  expect(await db.query(sql`select note from pledges where id = ${made.id}`)).toEqual([{ note: null }])
  expect(await db.query(sql`select reason from comment_reports`)).toEqual([{ reason: null }])
  const audited = await db.query<{ row: string }>(sql`
    select row_to_json(a)::text as row from audit_log a where campaign_id = ${made.campaignId}`)
  for (const { row } of audited) expect(row).not.toMatch(/grandson|grandma/)
})

it('open invitations that a deleted owner sent are withdrawn, and those of others stay (R25)', async () => {
  const { db, clock } = app.deps
  const org = await setUpOrganization(app)
  const leaving = await app.user()
  await db.query(sql`
    insert into organization_members (organization_id, user_id, role, created_at)
    values (${org.organizationId}, ${leaving.userId}, 'owner', ${clock.now()})`)
  const path = `/api/organizations/${org.organizationId}`
  const invite = async (by: typeof leaving, email: string) =>
    expectStatus(await by.post(`${path}/invitations`, { email, role: 'scorer' }), 201)
  await invite(leaving, 'theirs@x.test')
  await invite(org.owner, 'ours@x.test')
  await deleteUser(app.deps, leaving.userId)
  const { invitations } = expectStatus(await org.owner.get<ManagedOrganization>(path), 200)
  expect(invitations.map(({ email }) => email)).toEqual(['ours@x.test'])
  // The address can be invited again at once.
  await invite(org.owner, 'theirs@x.test')
})

it('the other owners are mailed that an owner deleted their account, and nobody else is (R25)', async () => {
  const { db, clock } = app.deps
  const org = await setUpOrganization(app, 'Tulsa Tigers')
  const leaving = await app.user({ firstName: 'Lea', lastName: 'Ving' })
  const scorer = await app.user()
  for (const [{ userId }, role] of [
    [leaving, 'owner'],
    [scorer, 'scorer'],
  ] as const)
    await db.query(sql`
      insert into organization_members (organization_id, user_id, role, created_at)
      values (${org.organizationId}, ${userId}, ${role}, ${clock.now()})`)
  const path = `/api/organizations/${org.organizationId}`
  expectStatus(await leaving.post(`${path}/invitations`, { email: 'open@x.test', role: 'scorer' }), 201)
  await deleteUser(app.deps, scorer.userId)
  await deleteUser(app.deps, leaving.userId)
  const mails = await db.query<{ to: string; subject: string; text: string; eraseOnceSent: boolean }>(sql`
    select to_address as to, subject, text_body as text, erase_once_sent from mails where subject like 'Tulsa Tigers%'`)
  expect(mails).toEqual([
    {
      to: org.owner.email,
      subject: 'Tulsa Tigers has one owner fewer',
      eraseOnceSent: true,
      text: expect.stringContaining(`Lea Ving (${leaving.email}) deleted their account.`),
    },
  ])
  expect(mails[0]?.text).toContain('An invitation that they sent was withdrawn.')
})

it('a deleted account’s debit authorizations end and lose their network address; their text stays (R45, R60)', async () => {
  const { db } = app.deps
  const person = await app.user()
  const other = await app.user()
  for (const { userId } of [person, other])
    await db.query(sql`
      insert into debit_mandates (setup_id, user_id, version, mandate_text, address, agreed_at)
      values (${`seti_${userId}`}, ${userId}, '1', 'I authorize', '203.0.113.7', ${app.clock.now()})`)
  await deleteUser(app.deps, person.userId)
  const of = (userId: string) =>
    db.query(sql`
      select mandate_text, address, ended_at is not null as is_ended, end_reason
      from debit_mandates where user_id = ${userId}`)
  expect(await of(person.userId)).toEqual([
    { mandateText: 'I authorize', address: null, isEnded: true, endReason: 'account_deleted' },
  ])
  expect(await of(other.userId)).toEqual([
    { mandateText: 'I authorize', address: '203.0.113.7', isEnded: false, endReason: null },
  ])
})
