/** R72: what a season with more than 300 events shows. */
import { expect, it } from 'vitest'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus } from '#tests/app.ts'
import {
  app,
  file,
  goals,
  load,
  org,
  preview,
  schedule,
  screen,
  season,
  setUpMatchSeason,
} from '#tests/match-season.ts'

setUpMatchSeason()

/** That many matches on days before the season's first, as a long season has. */
const fill = (count: number) =>
  app.deps.db.query(sql`
    insert into events (id, campaign_id, name, event_type, start_time, played_on, opponent, created_at)
    select
      gen_random_uuid(), ${season.id}::uuid, 'vs. Old ' || n, 'game', timestamptz '2026-08-01T20:00:00Z' - n * interval '1 day',
      date '2026-08-01' - n, 'Old ' || n, now()
    from generate_series(1, ${count}::integer) n
  `)
const touchline = (event: object) =>
  org.scorer.post<{ message: string }>(`${season.path}/results/matches`, {
    event: { startTime: '2026-10-03T23:00:00.000Z', ...event },
    rows: [{ statisticId: goals, quantity: 1 }],
  })

it('a season with more than 300 events shows the coming and recent ones, and counts all', async () => {
  await schedule('vs. Summit')
  await fill(400)
  const shown = await screen()
  expect([shown.events.length, shown.eventsCount]).toEqual([300, 401])
  expect(shown.events.at(-1)?.name).toBe('vs. Summit')
  expect(shown.events.map(({ startTime }) => startTime)).toEqual(
    shown.events.map(({ startTime }) => startTime).toSorted(),
  )
  expect(shown.events.map(({ name }) => name)).toContain('vs. Old 1')
  const visible = expectStatus(await org.owner.get<CampaignDetail>(season.path), 200).events
  expect(visible.map(({ name }) => name)).toContain('vs. Summit')
  const feed = await org.owner.get<string>(`${season.path}/schedule.ics`)
  expect(JSON.stringify(feed.body)).toContain('vs. Summit')
  expectStatus(await load(file('2026-10-03,Summit,2')), 201)
})

it('results add matches beyond the 300 of an imported schedule', async () => {
  await schedule('vs. Summit', { opponent: 'Summit' })
  await fill(299)
  expectStatus(await load(file('2026-10-04,Bay,1', '2026-10-05,Cove,1')), 201)
  expectStatus(await touchline({ name: 'vs. Dune', opponent: 'Dune' }), 201)
  expect((await screen()).eventsCount).toBe(303)
})

it('a day with more matches than anybody plays finds those that are called so, and asks about no other', async () => {
  await app.deps.db.query(sql`
    insert into events (id, campaign_id, name, event_type, start_time, played_on, opponent, created_at)
    select
      gen_random_uuid(), ${season.id}::uuid, 'vs. Town ' || n, 'game', timestamptz '2026-10-03T20:00:00Z',
      date '2026-10-03', 'Town ' || n, now()
    from generate_series(1, 40) n
  `)
  const { rows, questions } = await preview(file('2026-10-03,Town 7,2', '2026-10-03,Seven,1'))
  expect(rows.map(({ name, kind }) => [name, kind])).toEqual([
    ['vs. Town 7', 'unchanged'],
    ['vs. Seven', 'new'],
  ])
  expect(questions).toEqual([])
})
