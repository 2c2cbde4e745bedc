/** R44: a pledge made with an account is confirmed by mail, once, with what was agreed to. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runDueJobs } from '#server/jobs.ts'
import { sql } from '#server/platform/db/database.ts'
import { confirmPledges } from '#server/season/pledges/scheduled.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { openSeason, pledge, type Season, setUpOrganization, type TestOrganization } from '#tests/fixtures.ts'

let app: TestApp
let org: TestOrganization
let season: Season

beforeAll(async () => {
  app = await createTestApp({ env: { HOLD_PLEDGES_ABOVE: '500' } })
  org = await setUpOrganization(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  season = await openSeason(org)
})

const decide = async (id: string) =>
  expectStatus(await org.representative.put(`/api/held-pledges/${id}`, { decision: 'release' }), 200)
const mailsTo = (userId: string) =>
  app.deps.db.query<{ kind: string; subject: string; text: string; pledgeId: string | null }>(sql`
    select kind, subject, text_body as text, pledge_id
    from mails
    where user_id = ${userId}
      and kind like 'pledge_%'
    order by id
  `)

const oneLine = (text = ''): string => text.replace(/\s+/g, ' ')
/** The maximum and the agreed text of a gift of $600.00, word for word (R8, R44). */
const saysAgreement = (text?: string): boolean =>
  oneLine(text).includes('never pay more than $600.00') &&
  /You agreed to this: “I pledge to Harbor High Boosters for Fall Season: \$600\.00 once \(Gift\)\..+”/.test(
    oneLine(text),
  )

describe('a pledge made with an account', () => {
  it('is confirmed by one mail with its maximum, what was agreed to and a link', async () => {
    const made = await pledge(org, season, { lines: { goals: '2.00', gift: '25.00' }, most: '60.00' })
    await confirmPledges(app.deps)
    await runDueJobs(app.deps)
    const mails = await mailsTo(made.supporter.userId)
    expect(mails).toEqual([
      {
        kind: 'pledge_confirmed',
        pledgeId: made.pledge.id,
        subject: 'Your pledge for Fall Season counts',
        text: expect.stringContaining('never more than $60.00'),
      },
    ])
    expect(oneLine(mails[0]?.text)).toContain(
      'I pledge to Harbor High Boosters for Fall Season: $2.00 per unit (Goals); $25.00 once (Gift).',
    )
  })

  it('is not confirmed by mail if it was cancelled first', async () => {
    const made = await pledge(org, season, { lines: { gift: '25.00' } })
    expectStatus(await made.supporter.post(`/api/pledges/${made.pledge.id}/cancellation`), 201)
    await confirmPledges(app.deps)
    expect((await mailsTo(made.supporter.userId)).map(({ kind }) => kind)).not.toContain('pledge_confirmed')
  })

  it('by check that is held says that it is checked first and what was agreed to, and so does its release', async () => {
    const made = await pledge(org, season, { lines: { gift: '600.00' }, method: 'check' })
    await confirmPledges(app.deps)
    const [held, ...none] = await mailsTo(made.supporter.userId)
    expect(none).toEqual([])
    expect(held).toMatchObject({
      kind: 'pledge_held',
      subject: 'We received your pledge for Fall Season',
      pledgeId: null,
      text: expect.stringContaining('Nothing is owed until then'),
    })
    expect(saysAgreement(held?.text)).toBe(true)
    await decide(made.pledge.id)
    await confirmPledges(app.deps)
    const [, released, ...more] = await mailsTo(made.supporter.userId)
    expect([released?.kind, more]).toEqual(['pledge_released', []])
    expect(saysAgreement(released?.text)).toBe(true)
    // “From now on” is a choice that leaves out what was earned before (R58).
    expect(oneLine(released?.text)).toContain(
      'It counts now, as you agreed, including what results have earned in the meantime.',
    )
    expect(released?.text).not.toMatch(/from now on/i)
  })

  it('that was held and released before the mail is confirmed once, with what was agreed to', async () => {
    const made = await pledge(org, season, { lines: { gift: '600.00' }, method: 'check' })
    await decide(made.pledge.id)
    await confirmPledges(app.deps)
    const [mail, ...more] = await mailsTo(made.supporter.userId)
    expect([mail?.kind, more]).toEqual(['pledge_released', []])
    expect(saysAgreement(mail?.text)).toBe(true)
  })

  it('is confirmed once by two instances that look at the same time', async () => {
    const made = await Promise.all(
      Array.from({ length: 5 }, () => pledge(org, season, { lines: { gift: '25.00' } })),
    )
    const queued = await Promise.all([confirmPledges(app.deps), confirmPledges(app.deps)])
    expect(queued[0] + queued[1]).toBe(5)
    for (const { supporter } of made) expect(await mailsTo(supporter.userId)).toHaveLength(1)
  })
})
