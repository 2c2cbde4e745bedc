/** Invitations and reminders that their readers asked not to get anymore (R44). */
import { expect, it } from 'vitest'
import type { Invited, MailedAmbassador, Nudged } from '#domain/schemas/ambassador.ts'
import type { LinkedMailChoice, MailChoice } from '#domain/schemas/mail.ts'
import type { MailedInvitation, ManagedOrganization } from '#domain/schemas/organization.ts'
import { addressMarks } from '#server/messaging/preferences/choices.ts'
import { sql } from '#server/platform/db/database.ts'
import { mailWaitingAmbassadors } from '#server/season/ambassadors/mails.ts'
import { type Caller, expectStatus } from '#tests/app.ts'
import { openSeason, setUpOrganization } from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import { type DeliveredMail, deliveredMails } from '#tests/mails.ts'

givenSeasonForEachTest()

const mailsTo = (email: string) => deliveredMails(app.deps.db, sql`to_address = ${email}`)
const stopIn = (mail: DeliveredMail | undefined) => {
  expect(mail?.text).toContain(mail?.unsubscribeUrl as string)
  return mail?.unsubscribeUrl?.split('/').at(-1) as string
}
const invite = async (email: string, of = season, by = org) =>
  expectStatus(await by.owner.post<MailedAmbassador>(`${of.path}/ambassadors`, { email }), 201)
const member = async (email: string, by = org) =>
  expectStatus(
    await by.owner.post<MailedInvitation>(`/api/organizations/${by.organizationId}/invitations`, {
      email,
      role: 'scorer',
    }),
    201,
  )
const oneClick = (token: string) =>
  app.visitor.post(`/unsubscribe/${token}`, 'List-Unsubscribe=One-Click', {
    'content-type': 'application/x-www-form-urlencoded',
  })

it('a person who is invited can stop all invitations to the address, by any organization', async () => {
  const email = 'stranger@x.test'
  const { id } = await invite(email)
  const token = stopIn((await mailsTo(email))[0])
  const path = `/api/unsubscribe-links/${token}`
  expect(expectStatus(await app.visitor.get<LinkedMailChoice>(path), 200)).toMatchObject({
    kind: 'invitation',
    title: 'Invitations',
    isOn: true,
  })
  expect((await oneClick(token)).status).toBe(204)
  expect(expectStatus(await app.visitor.get<LinkedMailChoice>(path), 200).isOn).toBe(false)
  app.clock.advance({ hours: 2 })
  const none = { mailed: false, notMailedReason: expect.stringContaining('asked for no more invitations') }
  const again = await org.owner.put(`${season.path}/ambassadors/${id}`, { resendEmail: true })
  expect(expectStatus(again, 200)).toMatchObject(none)
  const nudged = await org.owner.post<Nudged>(`${season.path}/ambassadors/nudges`, { who: 'not_joined' })
  expect(nudged.body).toEqual({ mailed: 0, tooSoon: 0, refused: 1 })
  const other = await setUpOrganization(app, 'Ridgeview Boosters')
  expect(await invite(email, await openSeason(other), other)).toMatchObject(none)
  expect(await member(email, other)).toMatchObject(none)
  expect(await invite('other@x.test')).toMatchObject({ mailed: true })
  // The one that waited when they pressed it is not sent either.
  expect(await mailsTo(email)).toEqual([])
  const kept = await app.deps.db.query<{ row: string }>(
    sql`select row_to_json(r)::text as row from invitation_refusals r`,
  )
  expect(kept).toHaveLength(1)
  expect(kept[0]?.row).not.toContain('stranger')
})

it('invitations start again only for the owner of the address, not for whoever has the mail (R44)', async () => {
  const owner = await app.user({ email: 'parent@x.test' })
  const { id } = await invite(owner.email)
  const path = `/api/unsubscribe-links/${stopIn((await mailsTo(owner.email))[0])}`
  const startByLink = () => app.visitor.post<LinkedMailChoice>(path, { isOn: true })
  const choose = (by: Caller, isOn: boolean) =>
    by.put<MailChoice[]>('/api/user/mail-choices', { kind: 'invitation', isOn })
  const resend = async () => {
    app.clock.advance({ hours: 2 })
    const answer = await org.owner.put(`${season.path}/ambassadors/${id}`, { resendEmail: true })
    return expectStatus(answer, 200)
  }
  const isOn = async () =>
    expectStatus(await owner.get<MailChoice[]>('/api/user/mail-choices'), 200).find(
      ({ kind }) => kind === 'invitation',
    )?.isOn
  expect(expectStatus(await startByLink(), 200).isOn).toBe(true)

  expectStatus(await app.visitor.post(path, { isOn: false }), 200)
  expect(await isOn()).toBe(false)
  const refused = await startByLink()
  expect([refused.status, refused.body]).toEqual([
    403,
    expect.objectContaining({ message: expect.stringMatching(/only stops invitations.*sign in/i) }),
  ])
  expectStatus(await choose(await app.user(), true), 200)
  expect(await resend()).toMatchObject({ mailed: false })

  await app.deps.db.query(sql`update users set email_verified_at = null where id = ${owner.userId}`)
  expect(await isOn()).toBeUndefined()
  expect((await choose(owner, true)).status).toBe(403)
  await app.deps.db.query(
    sql`update users set email_verified_at = ${app.clock.now()} where id = ${owner.userId}`,
  )
  expectStatus(await choose(owner, true), 200)
  expect(await isOn()).toBe(true)
  expect(await resend()).toMatchObject({ mailed: true })
  expectStatus(await choose(owner, false), 200)
  expect(await resend()).toMatchObject({ mailed: false })
  const audited = await app.deps.db.query(sql`
    select after from audit_log where action = 'user.choose_mail' and subject_id = ${owner.userId} order by id`)
  expect(audited).toEqual([
    { after: { kind: 'invitation', isOn: true, by: 'profile' } },
    { after: { kind: 'invitation', isOn: false, by: 'profile' } },
  ])
})

it('who is to be a member is told how to get the invitation after all, and the list says why it was not mailed', async () => {
  const email = 'father@x.test'
  await invite(email)
  await oneClick(stopIn((await mailsTo(email))[0]))
  app.clock.advance({ hours: 2 })
  const reason = expect.stringMatching(/asked for no more invitations.*turn on “Invitations”/)
  const { id } = await member(email)
  const path = `/api/organizations/${org.organizationId}`
  const listed = async () => expectStatus(await org.owner.get<ManagedOrganization>(path), 200).invitations
  expect(await listed()).toMatchObject([{ id, mailedAt: null, notMailedReason: reason }])
  const resend = () => org.owner.put<MailedInvitation>(`${path}/invitations/${id}`, { resendEmail: true })
  expect(expectStatus(await resend(), 200)).toMatchObject({ mailed: false, notMailedReason: reason })
  const imports = { text: `${email}, new@x.test`, invited: 2 }
  const other = await openSeason(org)
  const many = await org.owner.post<Invited>(`${other.path}/ambassadors/imports`, imports)
  expect(expectStatus(many, 201)).toEqual({ invited: 2, mailed: 1, refused: 1 })
  await app.deps.db.query(sql`delete from invitation_refusals`)
  expect(expectStatus(await resend(), 200)).toMatchObject({ mailed: true, notMailedReason: null })
  expect(await listed()).toMatchObject([{ id, notMailedReason: null }])
})

it('an invitation to work for an organization stops them as well, and what waits is not sent', async () => {
  const email = 'helper@x.test'
  await invite(email)
  await member(email)
  await app.deps.db.query(sql`update mails set sent_at = null where kind = 'ambassador_invitation'`)
  const sent = (await mailsTo(email)).find(({ kind }) => kind === 'member_invitation')
  await oneClick(stopIn(sent))
  expect((await mailsTo(email)).map(({ kind }) => kind)).not.toContain('ambassador_invitation')
})

it('many who stopped invitations hold up nobody whose invitation waits', async () => {
  const emails = Array.from({ length: 200 }, (_, index) => `no${index}@x.test`)
  const marks = emails.map(await addressMarks(app.deps.db))
  await app.deps.db.query(sql`
    insert into invitation_refusals (address_mark, refused_at)
    select mark, now()
    from unnest(${sql.param(marks)}::uuid[]) mark
  `)
  const path = `${season.path}/ambassadors/imports`
  const many = await org.owner.post<Invited>(path, { text: emails.join('\n'), invited: 200 })
  expect(expectStatus(many, 201)).toEqual({ invited: 200, mailed: 0, refused: 200 })
  const { id } = await invite('yes@x.test')
  await app.deps.db.query(sql`update ambassadors set last_mailed_at = null where id = ${id}`)
  app.clock.advance({ hours: 2 })
  await mailWaitingAmbassadors(app.deps)
  expect(await mailsTo('yes@x.test')).toHaveLength(2)
})

it('an ambassador turns reminders off, and those who are none are not asked about them', async () => {
  const person = await app.user()
  const { id } = await invite(person.email)
  const choices = async () =>
    expectStatus(await person.get<MailChoice[]>('/api/user/mail-choices'), 200).map(({ kind }) => kind)
  expect(await choices()).not.toContain('ambassador_nudge')
  const token = /join\?token=([\w-]+)/.exec((await mailsTo(person.email)).at(-1)?.text ?? '')?.[1]
  expectStatus(await person.post(`${season.path}/ambassadors/join`, { token }), 200)
  expect(await choices()).toContain('ambassador_nudge')
  const nudge = async () => {
    app.clock.advance({ hours: 2 })
    const answer = await org.owner.post<MailedAmbassador>(`${season.path}/ambassadors/${id}/nudges`, {})
    return answer.body
  }
  expect(await nudge()).toMatchObject({ mailed: true })
  expect((await oneClick(stopIn((await mailsTo(person.email)).at(-1)))).status).toBe(204)
  expect(await nudge()).toMatchObject({
    mailed: false,
    notMailedReason: expect.stringContaining('reminders'),
  })
  const form = { kind: 'ambassador_nudge', isOn: true }
  expectStatus(await person.put('/api/user/mail-choices', form), 200)
  expect(await nudge()).toMatchObject({ mailed: true })
})
