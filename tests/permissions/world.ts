/** What the permission tests call: an active, a draft and an ended campaign, and one person of each kind (R27). */
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import {
  bill,
  openDraft,
  openSeason,
  type Season,
  setStatus,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { invite, RATES, REWARD } from './makers.ts'
import type { Kind } from './row.ts'

export type World = TestOrganization & {
  /** Active, with an ambassador. */
  season: Season
  draft: Season
  /** A draft that a representative cancelled. */
  abandoned: Season
  /** Its final settlement is locked and closed, and money was received. */
  ended: Season
  /** The other organization's. */
  foreign: Season
  other: TestOrganization
  supporter: Caller
  pledgeId: string
  eventId: string
  rewardId: string
  commentId: string
  ambassadorId: string
  settlementId: string
  chargeId: string
  people: Record<Kind, Caller>
  /** One payout that stays as it is, once a row needs it. */
  paidPayoutId: string | null
}
async function abandonedDraft(org: TestOrganization): Promise<Season> {
  const season = await openDraft(org)
  await setStatus(org, season, 'cancelled')
  return season
}

export async function openWorld(app: TestApp): Promise<World> {
  const org = await setUpOrganization(app)
  const other = await setUpOrganization(app, 'Ridgeview Boosters')
  const { season: ended, supporter } = await givenSeason({
    org,
    pledges: [
      { lines: { gift: '100.00' }, method: 'check' },
      { lines: { gift: '40.00' }, method: 'check' },
      { lines: { gift: '50.00' }, method: 'auto_bill_end' },
    ],
  })
  const { id: settlementId } = await bill(org, ended, 'final')

  const [charge] = expectStatus(await org.representative.get<{ id: string }[]>(`${ended.path}/charges`), 200)
  const chargeId = charge?.id ?? ''

  const {
    season,
    pledges: [first],
    eventId,
  } = await givenSeason({
    org,
    pledges: [RATES],
    matches: [{ opponent: 'Bay', startTime: '2026-09-02T18:00:00Z', goals: 2 }],
  })
  const make = async (path: string, body: unknown) =>
    expectStatus(await org.owner.post<{ id: string }>(`${season.path}${path}`, body), 201).id
  const rewardId = await make('/rewards', { ...REWARD, statisticId: season.statistics.goals.id })
  const commentId = await make('/comments', { message: 'Go!' })
  const ambassador = await app.user({ firstName: 'Amber' })
  const invited = await invite(org, season, ambassador.email)
  expectStatus(await ambassador.post(`${season.path}/ambassadors/join`, { token: invited.token }), 200)
  return {
    ...org,
    season,
    ended,
    settlementId,
    chargeId,
    other,
    supporter,
    eventId,
    rewardId,
    commentId,
    draft: await openDraft(org),
    abandoned: await abandonedDraft(org),
    foreign: await openSeason(other),
    paidPayoutId: null,
    pledgeId: first.pledge.id,
    ambassadorId: invited.id,
    people: {
      visitor: app.visitor,
      'signed-in': await app.user(),
      scorer: org.scorer,
      owner: org.owner,
      'other owner': other.owner,
      ambassador,
      representative: org.representative,
    },
  }
}
