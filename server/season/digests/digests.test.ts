/** After a confirmed match each supporter gets one digest with their own figures (R10, R44). */
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus } from '#tests/app.ts'
import { BAY, digests, HARBOR, pledged, sendDigests } from '#tests/digests.ts'
import { confirm, declare, play, pledgeBody, setStatus } from '#tests/fixtures.ts'
import { app, givenSeason, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import { notifyResults } from './send.ts'

givenSeasonForEachTest()

describe('a results digest', () => {
  it('has what the match added, the running total, what is left and the pledge’s link', async () => {
    const one = await pledged({ goals: '5.00', wins: '10.00' })
    const other = await pledged({ goals: '1.00', gift: '25.00' })
    await pledged({ champions: '50.00' })
    await play(org, season, { ...HARBOR, goals: 3, wins: 1 })
    await sendDigests()
    expect(await digests()).toEqual([])
    app.clock.advance({ minutes: 21 })
    await sendDigests()
    const mails = await digests()
    const [mine, theirs] = [one, other].map(({ supporter }) => mails.find(({ to }) => to === supporter.email))
    expect(mails).toHaveLength(2)
    expect(mine?.subject).toBe('$25.00 more for your pledge for Fall Season')
    expect(theirs?.subject).toBe('$3.00 more for your pledge for Fall Season')
    expect(mine?.text).toContain('Sep 9, vs. Harbor\n')
    expect(mine?.text).toContain('  Goals: 3 × $5.00: $15.00\n')
    expect(mine?.text).toContain('  Wins: 1 × $10.00: $10.00\n')
    expect(mine?.text).toMatch(/Earned so far: \$25\.00\n.*\$300\.00\n.*\$275\.00/)
    expect(theirs?.text).toContain('Earned so far: $28.00')
    expect(mine?.text).toMatch(/\/p\/[\w-]{43}/)
    expect(mine?.unsubscribeUrl).toMatch(/\/unsubscribe\/[\w-]{43}$/)
    await sendDigests()
    expect(await digests()).toHaveLength(2)
  })

  it('makes no link of a match’s name from before links were refused (R44)', async () => {
    await pledged({ goals: '5.00' })
    await play(org, season, { ...HARBOR, goals: 3 })
    await app.deps.db.query(
      sql`update events set name = 'vs. https://evil.ai/x' where campaign_id = ${season.id}`,
    )
    app.clock.advance({ minutes: 21 })
    await sendDigests()
    const [mail] = await digests()
    expect(mail?.text).toContain('vs. https: //evil. ai/x')
    expect(mail?.text).not.toContain('evil.ai')
  })

  it('says what the match changed in what is likely, separately from what is earned (R61)', async () => {
    await pledged({ goals: '5.00' })
    await play(org, season, { ...HARBOR, goals: 3 })
    app.clock.advance({ minutes: 21 })
    await sendDigests()
    const [mail] = await digests()
    expect(mail?.text).toMatch(
      /Earned so far: \$15\.00[\s\S]*Forecast: By the end of the season this pledge will likely reach \$[\d.,]+ to \$[\d.,]+; before\s+this match it was \$[\d.,]+ to \$[\d.,]+\. You pay for confirmed results only/,
    )
    const [{ html } = { html: '' }] = await app.deps.db.query<{ html: string }>(
      sql`select html_body as html from mails where kind = 'results_digest'`,
    )
    expect(html).toContain('this pledge will likely reach')
  })

  it('says nothing about what is likely once the maximum is reached: nothing adds to it', async () => {
    await pledged({ goals: '5.00' }, '15.00')
    await play(org, season, { ...HARBOR, goals: 3 })
    app.clock.advance({ minutes: 21 })
    await sendDigests()
    const [mail] = await digests()
    expect(mail?.text).toContain('Earned so far: $15.00')
    expect(mail?.text).not.toContain('Forecast:')
  })

  it('goes out without the sentence where the forecast fails, and the campaign is in the log (R61)', async () => {
    await pledged({ goals: '5.00' })
    await play(org, season, { ...HARBOR, goals: 3 })
    app.clock.advance({ minutes: 21 })
    // Only the forecast reads it.
    await app.deps.db.query(sql`alter table statistics rename column last_year_matches to away`)
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) })
    await notifyResults({ ...app.deps, log })
    const [mail] = await digests()
    expect(mail?.text).toContain('Earned so far: $15.00')
    expect(mail?.text).not.toContain('Forecast:')
    expect(lines.map((line) => JSON.parse(line).campaignId)).toEqual([season.id])
  })

  it('includes a correction made within the waiting time; a later one is mailed separately', async () => {
    await pledged({ goals: '5.00' })
    const eventId = await play(org, season, { ...HARBOR, goals: 3 })
    app.clock.advance({ minutes: 15 })
    await play(org, season, { ...HARBOR, eventId, goals: 2 })
    app.clock.advance({ minutes: 15 })
    await sendDigests()
    expect(await digests()).toEqual([])
    app.clock.advance({ minutes: 6 })
    await sendDigests()
    await play(org, season, { ...BAY, goals: 4 })
    app.clock.advance({ minutes: 21 })
    await sendDigests()
    await play(org, season, { ...HARBOR, eventId, goals: 1 })
    app.clock.advance({ minutes: 21 })
    await sendDigests()
    expect((await digests()).map(({ subject }) => subject)).toEqual([
      '$10.00 more for your pledge for Fall Season',
      '$20.00 more for your pledge for Fall Season',
      'A correction: −$5.00 for your pledge for Fall Season',
    ])
  })

  it('is not delayed without limit by results that keep coming', async () => {
    await pledged({ goals: '1.00' })
    for (let round = 0; round < 6; round += 1) {
      await play(org, season, { ...HARBOR, opponent: `Team ${round}`, goals: 1 })
      app.clock.advance({ minutes: 16 })
      await sendDigests()
    }
    const [first] = await digests()
    expect(first?.subject).toContain('$6.00 more')
  })

  it('covers two pledges; none goes for later or cancelled pledges, or to unverified or unsubscribed people', async () => {
    const { supporter } = await pledged({ goals: '5.00' })
    const again = { lines: { wins: '2.00' }, method: 'check' } as const
    expectStatus(
      await supporter.post(`${season.path}/pledges`, await pledgeBody(supporter, season, again)),
      201,
    )
    const gone = await pledged({ goals: '5.00' })
    const unproven = await pledged({ goals: '5.00' })
    const unwilling = await pledged({ goals: '5.00' })
    expectStatus(await gone.supporter.post(`/api/pledges/${gone.pledge.id}/cancellation`), 201)
    await app.deps.db.query(
      sql`update users set email_verified_at = null where id = ${unproven.supporter.userId}`,
    )
    const choice = { kind: 'results_digest', isOn: false }
    expectStatus(await unwilling.supporter.put('/api/user/mail-choices', choice), 200)
    await play(org, season, { ...HARBOR, goals: 2, wins: 1 })
    app.clock.advance({ minutes: 5 })
    await pledged({ goals: '5.00' })
    app.clock.advance({ minutes: 20 })
    await sendDigests()
    const mails = await digests()
    expect(mails.map(({ to }) => to)).toEqual([supporter.email])
    expect(mails[0]?.subject).toBe('New results for your pledges for Fall Season')
    expect(mails[0]?.text.match(/\/p\/[\w-]{43}/g)).toHaveLength(2)
  })

  it('says when the maximum is reached, and is the last one', async () => {
    await pledged({ goals: '5.00' }, '12.00')
    await play(org, season, { ...HARBOR, goals: 3 })
    app.clock.advance({ minutes: 21 })
    await sendDigests()
    await play(org, season, { ...BAY, goals: 3 })
    app.clock.advance({ minutes: 21 })
    await sendDigests()
    const mails = await digests()
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('you never pay more than $12.00')
    expect(mails[0]?.text).toContain('  Goals: 3 × $5.00 = $15.00, limited by your maximum: $12.00\n')
  })

  it('includes an achievement, and a confirmed void', async () => {
    await pledged({ champions: '50.00' })
    await declare(org, season, 'achieved')
    app.clock.advance({ minutes: 21 })
    await sendDigests()
    const [entry] = expectStatus(await org.owner.get<{ id: string }[]>(`${season.path}/results`), 200)
    expectStatus(
      await org.scorer.post(`${season.path}/results/${entry?.id}/void`, { reason: 'Not yet' }),
      201,
    )
    await confirm(org.owner, season, [{ id: entry?.id ?? '' }])
    app.clock.advance({ minutes: 21 })
    await sendDigests()
    const [won, lost] = await digests()
    expect(won?.text).toContain('Champions: achieved: $50.00')
    expect(lost?.subject).toBe('A correction: −$50.00 for your pledge for Fall Season')
  })

  it('is not sent once the season is settled or cancelled', async () => {
    await pledged({ gift: '25.00', goals: '1.00' })
    await play(org, season, { ...HARBOR, goals: 2 })
    await setStatus(org, season, 'cancelled')
    await givenSeason({
      org,
      pledges: [{ lines: { goals: '1.00' }, method: 'check' }],
      matches: [{ ...HARBOR, goals: 2 }],
      champions: 'not_achieved',
      locked: 'final',
    })
    app.clock.advance({ hours: 2 })
    await sendDigests()
    expect(await digests()).toEqual([])
    const open = await app.deps.db.query(sql`select id from result_digests where closed_at is null`)
    expect(open).toEqual([])
  })
})
