/** A season that bad input is sent to, and the check that a refusal names what is wrong and changes nothing. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { ErrorBody } from '#domain/schemas/error.ts'
import { type Answer, expectStatus, type TestApp } from '#tests/app.ts'
import { BAY, countRows, play, type Season, type TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'

export let app: TestApp
export let org: TestOrganization
export let season: Season
/** Ids of things in the season, by the name that paths have for them. */
export let ids: Record<'eventId' | 'rewardId' | 'ambassadorId' | 'commentId' | 'resultId', string>
let before: Record<string, number>

/** Opens the season once, and counts the rows before each test. */
export function setUpTarget(): void {
  beforeAll(async () => {
    ;({ app, org, season } = await givenSeason())
    const eventId = await play(org, season, { ...BAY, goals: 3 })
    const make = async (path: string, body: unknown) =>
      expectStatus(await org.representative.post<{ id: string }>(`${season.path}${path}`, body), 201).id
    ids = {
      eventId,
      rewardId: await make('/rewards', { title: 'Ball', description: 'Signed', type: 'early_bird' }),
      ambassadorId: await make('/ambassadors', { email: 'amber@example.org' }),
      commentId: await make('/comments', { message: 'Go!' }),
      resultId: await make('/results', { statisticId: season.statistics.wins.id, quantity: 1 }),
    }
  }, 60_000)
  afterAll(() => app.close())
  beforeEach(recount)
}

/** To be called after a request that may change rows, so that the next refusal is compared with the rows as they are now. */
export async function recount(): Promise<void> {
  before = await countRows(app.deps.db)
}

/** Refused with this status, in words, with no row added or removed anywhere. */
export async function refused(answer: Answer<unknown>, status: number): Promise<ErrorBody> {
  const body = answer.body as ErrorBody
  expect({ status: answer.status, body }).toMatchObject({
    status,
    body: { message: expect.any(String), code: expect.any(String) },
  })
  expect(await countRows(app.deps.db)).toEqual(before)
  return body
}
export const fieldsOf = ({ fields = {} }: ErrorBody) => Object.keys(fields).sort()
