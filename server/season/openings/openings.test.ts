/** "Tell me when it opens": asked for by mail or signed in, told once, and then forgotten (R77). */
import { beforeEach, describe, expect, it } from 'vitest'
import type { OpeningChoice } from '#domain/schemas/opening.ts'
import { deleteUser } from '#server/accounts/users/deletion.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus } from '#tests/app.ts'
import { openSeason, setStatus } from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import { deliveredMails } from '#tests/mails.ts'
import { mailOpened } from './tell-me.ts'

givenSeasonForEachTest()
beforeEach(async () => {
  await setStatus(org, season, 'paused')
})

const ask = (email: string) => app.visitor.post(`${season.path}/opening-mails`, { email })
const mails = (kind: string) => deliveredMails(app.deps.db, sql`kind = ${kind}`)
const requests = () => app.deps.db.query(sql`select email from opening_requests order by email`)
async function linkOf(nth = 0): Promise<string> {
  const mail = (await mails('opening_question'))[nth]
  return /#([\w-]{60,})/.exec(mail?.text ?? '')?.[1] ?? ''
}
const press = (token: string, isOn = true) =>
  app.visitor.post<OpeningChoice>(`${season.path}/opening-links`, { token, isOn })
async function asked(email: string): Promise<void> {
  const before = (await mails('opening_question')).length
  expectStatus(await ask(email), 204)
  expectStatus(await press(await linkOf(before)), 200)
}

describe('a visitor', () => {
  it('is asked by mail, and there is no request until the button behind its link is pressed', async () => {
    expectStatus(await ask('rosa@example.org'), 204)
    expect(await requests()).toEqual([])
    const [mail] = await mails('opening_question')
    expect(mail).toMatchObject({ to: 'rosa@example.org', subject: 'Tell you when Fall Season opens?' })
    expect(expectStatus(await press(await linkOf()), 200)).toEqual({ isOn: true })
    expect(await requests()).toEqual([{ email: 'rosa@example.org' }])
  })

  it('is told once when it opens, and then forgotten', async () => {
    await asked('rosa@example.org')
    expect(await mailOpened(app.deps)).toBe(0)
    await setStatus(org, season, 'active')
    expect(await mailOpened(app.deps)).toBe(1)
    const [mail, ...others] = await mails('campaign_opened')
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: 'rosa@example.org', subject: 'Fall Season is open' })
    expect(mail?.text).toContain(`/campaigns/${season.id}`)
    expect(await requests()).toEqual([])
    await setStatus(org, season, 'paused')
    await setStatus(org, season, 'active')
    expect(await mailOpened(app.deps)).toBe(0)
  })

  it('takes it back by the same link', async () => {
    await asked('rosa@example.org')
    expect(expectStatus(await press(await linkOf(), false), 200)).toEqual({ isOn: false })
    await setStatus(org, season, 'active')
    expect(await mailOpened(app.deps)).toBe(0)
  })

  it('is one mailbox, however the address is spelled and however often the button is pressed', async () => {
    await asked('rosa.diaz@gmail.com')
    app.clock.advance({ hours: 2 })
    await asked('rosadiaz+team@gmail.com')
    expect(await requests()).toHaveLength(1)
    await setStatus(org, season, 'active')
    expect(await mailOpened(app.deps)).toBe(1)
  })

  it('reads the same answer for every address, and a mailbox gets one mail an hour and six a day', async () => {
    const known = await app.user({ email: 'known@example.org' })
    const answers = [
      await ask(known.email),
      await ask('stranger@example.org'),
      await ask('stranger@example.org'),
    ]
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
      Array.from({ length: 3 }, () => ({ status: 204, body: answers[0]?.body })),
    )
    expect(await mails('opening_question')).toHaveLength(2)
    for (let hour = 0; hour < 10; hour += 1) {
      app.clock.advance({ hours: 1 })
      expectStatus(await ask('s.tranger+x@example.org'), 204)
      expectStatus(await ask('stranger@example.org'), 204)
    }
    const own = (await mails('opening_question')).filter(({ to }) => to === 'stranger@example.org')
    expect(own.length).toBeLessThanOrEqual(6)
  })

  it('is refused with a link for another campaign, or with one that was changed or cut off', async () => {
    expectStatus(await ask('rosa@example.org'), 204)
    const token = await linkOf()
    const other = await openSeason(org)
    await setStatus(org, other, 'paused')
    const elsewhere = await app.visitor.post(`${other.path}/opening-links`, { token, isOn: true })
    expect(elsewhere.status).toBe(404)
    for (const broken of [`${token.slice(0, -6)}AAAAAA`, token.slice(0, 80), 'A'.repeat(100)])
      expect((await press(broken)).status).toBe(404)
    expect(await requests()).toEqual([])
    app.clock.advance({ days: 15 })
    expect((await press(token)).status).toBe(404)
  })
})

describe('someone who is signed in', () => {
  it('presses once, sees it, and takes it back', async () => {
    const rosa = await app.user({ email: 'rosa@example.org' })
    const path = `${season.path}/opening`
    expect(expectStatus(await rosa.get(path), 200)).toEqual({ isOn: false })
    expectStatus(await rosa.put(path, { isOn: true }), 200)
    expect(expectStatus(await rosa.get(path), 200)).toEqual({ isOn: true })
    expect(await mails('opening_question')).toEqual([])
    expectStatus(await rosa.put(path, { isOn: false }), 200)
    expect(await requests()).toEqual([])
  })

  it('is forgotten with the account, and can download that it was asked', async () => {
    const rosa = await app.user({ email: 'rosa@example.org' })
    expectStatus(await rosa.put(`${season.path}/opening`, { isOn: true }), 200)
    const { body } = await rosa.get<{ tellWhenOpen: unknown[] }>('/api/auth/user/data')
    expect(body.tellWhenOpen).toMatchObject([{ campaign: 'Fall Season', email: 'rosa@example.org' }])
    await deleteUser(app.deps, rosa.userId)
    expect(await requests()).toEqual([])
  })

  it('is forgotten with the account also where the same mailbox asked in another spelling', async () => {
    const rosa = await app.user({ email: 'rosadiaz@gmail.com' })
    await asked('rosa.diaz+x@gmail.com')
    const { body } = await rosa.get<{ tellWhenOpen: unknown[] }>('/api/auth/user/data')
    expect(body.tellWhenOpen).toHaveLength(1)
    await deleteUser(app.deps, rosa.userId)
    expect(await requests()).toEqual([])
  })
})

describe('a campaign', () => {
  const day = (days: number) =>
    new Date(app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const change = async (changes: object) =>
    expectStatus(await org.representative.put(season.path, changes), 200)

  it('opens on its first day, too', async () => {
    await change({ status: 'active', startDate: day(5) })
    await asked('rosa@example.org')
    expect(await mailOpened(app.deps)).toBe(0)
    app.clock.advance({ days: 6 })
    expect(await mailOpened(app.deps)).toBe(1)
  })

  it('that opens at night mails in the morning, and nobody if it is paused again by then', async () => {
    await asked('rosa@example.org')
    app.clock.set(new Date('2026-09-12T06:00:00Z'))
    await setStatus(org, season, 'active')
    expect(await mailOpened(app.deps)).toBe(0)
    await setStatus(org, season, 'paused')
    app.clock.set(new Date('2026-09-12T14:00:00Z'))
    expect(await mailOpened(app.deps)).toBe(0)
    await setStatus(org, season, 'active')
    expect(await mailOpened(app.deps)).toBe(1)
  })

  it('opens when it gets something to pledge on', async () => {
    const all = Object.values(season.statistics).map(({ id }) => id)
    const setActive = (isActive: boolean) =>
      app.deps.db.query(
        sql`update statistics set is_active = ${isActive} where id = any(${sql.param(all)}::uuid[])`,
      )
    await setActive(false)
    await app.deps.db.query(sql`update campaigns set status = 'active' where id = ${season.id}`)
    await asked('rosa@example.org')
    expect(await mailOpened(app.deps)).toBe(0)
    await setActive(true)
    expect(await mailOpened(app.deps)).toBe(1)
  })

  it.each(['completed', 'cancelled'] as const)(
    'that is %s forgets who waited, and mails nobody',
    async (status) => {
      await asked('rosa@example.org')
      await setStatus(org, season, status)
      expect(await mailOpened(app.deps)).toBe(0)
      expect(await requests()).toEqual([])
      expect((await ask('pat@example.org')).status).toBe(409)
    },
  )

  it('that is open asks nobody to wait', async () => {
    await setStatus(org, season, 'active')
    const { status, body } = await ask('rosa@example.org')
    expect([status, (body as { message: string }).message]).toEqual([
      409,
      'This campaign is open. You can pledge on its page right away.',
    ])
  })

  it('mails nobody twice, also where two servers run the job at once', async () => {
    await asked('rosa@example.org')
    const other = await app.another()
    await setStatus(org, season, 'active')
    const counts = await Promise.all([mailOpened(app.deps), mailOpened(other.deps)])
    expect(counts[0] + counts[1]).toBe(1)
    expect(await mails('campaign_opened')).toHaveLength(1)
  })
})
