/** Emails of thanks: nobody who writes one sees a name, and nothing is sent that a representative has not read (R43). */
import { expect, test } from 'vitest'
import type { Pledge } from '#domain/schemas/pledge.ts'
import type { QueuedThankYou, ThankYou, ThankYous } from '#domain/schemas/thank-you.ts'
import type { ThankYouList } from '#domain/schemas/thanks.ts'
import type { OpenWork, WorkQueueSteps } from '#domain/schemas/work-queue.ts'
import { deleteUser } from '#server/accounts/users/deletion.ts'
import { newId } from '#server/platform/base/ids.ts'
import { sql } from '#server/platform/db/database.ts'
import { sendThankYous } from '#server/season/thank-yous/send.ts'
import { type Caller, expectStatus } from '#tests/app.ts'
import { type PledgeWish, play, pledgeBody } from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import { schedule } from '#tests/line-changes.ts'
import { deliveredMails } from '#tests/mails.ts'

givenSeasonForEachTest()

const MESSAGE = 'What an afternoon!\n\nThe new nets are ordered.'
const path = () => `${season.path}/thank-yous`
const write = (eventId: string | null = null, by: Caller = org.owner, message = MESSAGE) =>
  by.post<ThankYou>(path(), { message, eventId })
const written = async (...given: Parameters<typeof write>) => expectStatus(await write(...given), 201)
const decide = (id: string, by: Caller = org.representative, more: object = { isApproved: true }) =>
  by.post(`${path()}/${id}/decision`, more)
const seen = async (eventId?: string) =>
  expectStatus(await org.owner.get<ThankYous>(`${path()}${eventId ? `?eventId=${eventId}` : ''}`), 200)
async function mailed(): Promise<string[]> {
  await sendThankYous(app.deps)
  return (await deliveredMails(app.deps.db, sql`kind = 'thank_you'`)).map(({ to }) => to).sort()
}
async function pledges(by: Caller, wish: Partial<PledgeWish> = {}, more: object = {}): Promise<string> {
  const body = await pledgeBody(by, season, { lines: { goals: '1.00' }, method: 'check', ...wish })
  return expectStatus(await by.post<Pledge>(`${season.path}/pledges`, { ...body, ...more }), 201).id
}
async function supports(wish: Partial<PledgeWish> = {}): Promise<Caller> {
  const by = await app.user({ firstName: 'Pat' })
  await pledges(by, wish)
  return by
}

test('an email that a representative approved reaches each supporter once, and its author learns how many', async () => {
  const rosa = await supports()
  await pledges(rosa, { lines: { gift: '5.00' } })
  const quits = await app.user()
  expectStatus(await quits.post(`/api/pledges/${await pledges(quits)}/cancellation`, {}), 201)

  const { id, state } = await written()
  expect(state).toBe('waiting')
  expect(await mailed()).toEqual([])
  const queue = expectStatus(await org.representative.get<QueuedThankYou[]>('/api/thank-yous'), 200)
  expect(queue).toMatchObject([{ id, message: MESSAGE, supporters: 1, cannotApproveReason: null }])
  const { steps } = expectStatus(await org.representative.get<WorkQueueSteps>('/api/desk/steps'), 200)
  expect(steps.map(({ kind }) => kind)).toContain('thank_yous')
  expect(expectStatus(await org.representative.get<OpenWork>('/api/desk/open'), 200).comments).toBe(1)

  expectStatus(await decide(id), 204)
  expect((await decide(id)).status).toBe(409)
  expect(await mailed()).toEqual([rosa.email])
  expect(await mailed()).toEqual([rosa.email])
  const [mail] = await deliveredMails(app.deps.db, sql`kind = 'thank_you'`)
  expect(mail?.text).toContain('What an afternoon!\n\nThe new nets are ordered.')
  expect(mail?.unsubscribeUrl).toContain('/unsubscribe/')
  const after = await seen()
  expect(after.items).toMatchObject([{ state: 'sent', mailed: 1 }])
  expect(JSON.stringify(after)).not.toContain(rosa.email)
})

test('the supporters of a match are those whose pledge counts it', async () => {
  const eventId = await play(org, season, { opponent: 'Bay', startTime: '2026-09-09T18:00:00Z', goals: 2 })
  const later = await schedule(org, season, { opponent: 'Cove', startTime: '2026-09-12T18:00:00Z' })
  const all = await supports()
  await supports({ counts: { from: 'now' } })
  await supports({ counts: { from: 'match', eventId: later } })
  await supports({ lines: { gift: '5.00' } })
  expect(await seen()).toMatchObject({ supporters: 4, matches: [{ eventId }] })
  expect((await seen(eventId)).supporters).toBe(1)
  expect((await seen(later)).supporters).toBe(3)
  expect((await org.owner.get(`${path()}?eventId=${newId(app.clock)}`)).status).toBe(404)
  const { id } = await written(eventId)
  expectStatus(await decide(id), 204)
  expect(await mailed()).toEqual([all.email])
})

test('whoever turned emails of thanks off gets none', async () => {
  const stays = await supports()
  const off = await supports()
  expectStatus(await off.put('/api/user/mail-choices', { kind: 'thank_you', isOn: false }), 200)
  expect((await seen()).supporters).toBe(1)
  expectStatus(await decide((await written()).id), 204)
  expect(await mailed()).toEqual([stays.email])
})

test('one waits at a time, one is sent a week, and none without a reader', async () => {
  const refusal = async () => (await write()).body as unknown as { message: string }
  expect(await refusal()).toMatchObject({ message: 'No supporter would get this email yet' })
  await supports()
  const first = await written()
  expect(await refusal()).toMatchObject({ message: expect.stringContaining('Withdraw it') })
  expectStatus(await org.owner.delete(`${path()}/${first.id}`), 204)
  const second = await written()
  expectStatus(await decide(second.id), 204)
  expect((await seen()).cannotWriteReason).toContain('Write the next one from September 17, 2026.')
  expect((await write()).status).toBe(409)
  app.clock.advance({ days: 7 })
  await written()
})

test('nobody approves their own, and a declined one goes back to its author in words', async () => {
  await supports()
  const own = await written(null, org.representative)
  expect((await decide(own.id)).status).toBe(403)
  expectStatus(await decide(own.id, org.second, { isApproved: false, reason: 'No names, please' }), 204)
  expect(await mailed()).toEqual([])
  expect((await seen()).items).toMatchObject([{ state: 'declined', reason: 'No names, please' }])
  const [mail] = await deliveredMails(app.deps.db, sql`kind = 'thank_you_declined'`)
  expect(mail?.text).toContain('No names, please')
  await written()
})

test('its words go with the account of its author, sent or not', async () => {
  await supports()
  const author = await app.user()
  await app.deps.db.query(sql`
    insert into organization_members (organization_id, user_id, role, created_at)
    values (${org.organizationId}, ${author.userId}, 'owner', ${app.clock.now()})`)
  const { id } = await written(null, author)
  await deleteUser(app.deps, author.userId)
  expect((await seen()).items).toEqual([])
  expect((await decide(id)).status).toBe(404)
})

test('the list for the owner has the names that were checked, and no others', async () => {
  const rosa = await app.user({ firstName: 'Rosa', lastName: 'Larsen' })
  const id = await pledges(rosa, {}, { thankByName: true })
  const list = async () => expectStatus(await org.owner.get<ThankYouList>(`${season.path}/thanks`), 200)
  expect(await list()).toEqual({ names: [], count: 0 })
  const shown = { isShown: true, name: 'Rosa L.' }
  expectStatus(await org.representative.put(`${season.path}/thanks/${id}`, shown), 200)
  expect(await list()).toEqual({ names: ['Rosa L.'], count: 1 })
})
