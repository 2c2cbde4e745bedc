/** After an account has another address: where its mail goes, and what links mailed to the earlier one open (R44). */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { userOf } from '#server/accounts/identity/users.ts'
import { queueMail } from '#server/messaging/mails/index.ts'
import { sendThrough } from '#server/messaging/mails/send.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { ask, lookAtChange, newestChangeToken } from '#tests/change-links.ts'
import { givenSeason } from '#tests/given-season.ts'
import { pledgeLink } from './index.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp({ now: '2026-09-10T16:00:00Z' })
})
afterEach(() => app.close())

/** The address that their sign-in has from now on. */
async function move({ userId }: Caller, to: string): Promise<void> {
  const [{ provider, subject } = { provider: '', subject: '' }] = await app.deps.db.query<{
    provider: string
    subject: string
  }>(sql`select provider, subject from user_identities where user_id = ${userId}`)
  const who = { subject, email: to, isEmailVerified: true, firstName: null, lastName: null }
  expect(await userOf(app.deps.db, app.clock, { ...who, provider: provider as 'embedded' })).toBe(userId)
}

it('mail that waits goes to the new address with a link that works; links mailed before open nothing', async () => {
  const {
    pledges: [{ supporter, pledge: own }, other],
  } = await givenSeason({
    app,
    pledges: [
      { lines: { goals: '5.00' }, most: '300.00' },
      { lines: { goals: '5.00' }, most: '300.00' },
    ],
  })
  await app.deps.db.query(sql`update mails set sent_at = ${app.clock.now()} where sent_at is null`)
  const queue = (to: Caller, { id, campaignId }: typeof own) =>
    app.deps.db.transaction(async (tx) => {
      const url = await pledgeLink(app.deps, tx, { pledgeId: id, campaignId })
      const about = { userId: to.userId, pledgeId: id, campaignId }
      await queueMail(tx, app.clock, {
        kind: 'receipt',
        idempotencyKey: url,
        to: to.email,
        subject: 'Receipt',
        text: `See ${url}`,
        ...about,
      })
    })
  const taken: { to: string; token: string }[] = []
  const send = () =>
    sendThrough(app.deps, {
      send: async ({ to, text }) => void taken.push({ to, token: /[\w-]{43}/.exec(text)?.[0] ?? '' }),
      close: () => undefined,
    })
  await queue(supporter, own)
  await queue(other.supporter, other.pledge)
  await send()
  app.clock.advance({ minutes: 10 })
  await queue(supporter, own)
  await move(supporter, 'new@example.org')
  await send()
  const opened = await Promise.all(
    taken.map(async ({ to, token }) => [to, (await app.visitor.get(`/api/pledge-links/${token}`)).status]),
  )
  expect(opened.sort()).toEqual(
    [
      [supporter.email, 404],
      [other.supporter.email, 200],
      ['new@example.org', 200],
    ].sort(),
  )
})

it('the link of a requested change that was mailed to the earlier address confirms nothing', async () => {
  const {
    season,
    pledges: [{ supporter, pledge: own }],
  } = await givenSeason({ app, pledges: [{ lines: { goals: '5.00' }, most: '300.00' }] })
  const url = await pledgeLink(app.deps, app.deps.db, { pledgeId: own.id, campaignId: own.campaignId })
  const raise = { kind: 'raise', on: 'goals', rate: '6.00' } as const
  expectStatus(await ask(app, season, url.split('/').at(-1) ?? '', raise), 201)
  const token = await newestChangeToken(app, own.id)
  expect(expectStatus(await lookAtChange(app, token), 200).state).toBe('waiting')
  await app.deps.db.query(sql`update mails set sent_at = ${app.clock.now()} where sent_at is null`)
  app.clock.advance({ minutes: 10 })
  await move(supporter, 'new@example.org')
  expect(expectStatus(await lookAtChange(app, token), 200).state).toBe('over')
})
