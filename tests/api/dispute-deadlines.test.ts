/** R35: representatives are asked for an answer while the bank waits for one, and until when it does. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AnyDispute } from '#domain/schemas/dispute.ts'
import type { WorkQueueSteps } from '#domain/schemas/work-queue.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import type { Season, TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'
import { chargeGift, deliver, disputesOf, mailsTo } from '#tests/stripe-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let stripe: StripeStandIn
let payment: string

beforeEach(async () => {
  ;({ app, org, season, stripe } = await givenSeason({ stripe: true }))
  payment = await chargeGift({ app, org, season, stripe })
})
afterEach(() => closeWithBooksInOrder(app))

async function disputed(status?: string) {
  const { id } = stripe.books.openDispute(payment, status)
  await deliver(app, stripe.events())
  return id
}
async function moveTo(id: string, status: string) {
  stripe.books.moveDispute(id, status)
  await deliver(app, stripe.events())
}
const asked = async () => {
  const { steps } = expectStatus(await org.representative.get<WorkQueueSteps>('/api/desk/steps'), 200)
  return steps.filter(({ kind }) => kind === 'answer_dispute').map(({ at }) => at)
}
const subjects = async () => (await mailsTo(app, org.representative)).map(({ subject }) => subject)
const known = async () => (await disputesOf({ org, season }))[0]

describe('the work queue asks for an answer', () => {
  it('until evidence was submitted', async () => {
    const id = await disputed()
    expect(await asked()).toEqual([(await known())?.evidenceDueAt])
    await moveTo(id, 'under_review')
    expect(await asked()).toEqual([])
    expect(await known()).toMatchObject({ state: 'open', evidenceDueAt: null, closedAt: null })
    expect(await subjects()).toEqual(['A bank disputes $40.00 for Fall Season'])
  })

  it('from the first day on, however far away the deadline is', async () => {
    const { id } = stripe.books.openDispute(payment)
    stripe.books.dispute(id).evidence_details.due_by += 14 * 86_400
    await deliver(app, stripe.events())
    expect(await asked()).toEqual([(await known())?.evidenceDueAt])
  })

  it('until the deadline has passed', async () => {
    await disputed()
    app.clock.advance({ days: 6, hours: 23 })
    expect(await asked()).toHaveLength(1)
    app.clock.advance({ hours: 2 })
    expect(await asked()).toEqual([])
  })

  it('by a deadline that the bank changed, which is mailed once', async () => {
    const id = await disputed()
    stripe.books.dispute(id).evidence_details.due_by -= 3 * 86_400
    await moveTo(id, 'needs_response')
    await moveTo(id, 'needs_response')
    const due = new Date(stripe.books.dispute(id).evidence_details.due_by * 1000).toISOString()
    expect(await asked()).toEqual([due])
    expect((await subjects()).slice(1)).toEqual([
      'A bank is waiting for an answer about $40.00 for Fall Season',
    ])
  })

  it('again where a lost dispute is appealed', async () => {
    const id = await disputed()
    await moveTo(id, 'lost')
    expect(await asked()).toEqual([])
    stripe.books.dispute(id).evidence_details.due_by += 2 * 86_400
    await moveTo(id, 'appeal_needs_response')
    app.clock.advance({ days: 3 })
    expect(await asked()).toHaveLength(1)
    expect(await known()).toMatchObject({ state: 'lost', closedAt: expect.any(String) })
    await moveTo(id, 'appeal_under_review')
    expect(await asked()).toEqual([])
  })
})

it('the mail says until which hour, in the campaign’s time zone: the bank’s day is not everyone’s', async () => {
  const { id } = stripe.books.openDispute(payment)
  stripe.books.dispute(id).evidence_details.due_by = Date.parse('2026-09-20T23:59:59Z') / 1000
  await deliver(app, stripe.events())
  const [mail] = await mailsTo(app, org.representative)
  expect(mail?.textBody).toContain('Answer by: September 20, 2026 at 7:59 PM EDT')
})

it('the list of disputes names the pledge and the charge, and the zone of the deadline', async () => {
  await disputed()
  const [listed] = expectStatus(await org.representative.get<AnyDispute[]>('/api/disputes'), 200)
  expect(listed).toMatchObject({ timeZone: 'America/New_York', chargeId: expect.any(String) })
  const file = await org.representative.get<string>('/api/disputes.csv')
  const [head, row] = expectStatus(file, 200).trim().split('\r\n')
  expect(head).toMatch(/Campaign,Amount \(USD\),State,.*,Pledge,Charge$/)
  expect(row).toMatch(new RegExp(`^Fall Season,40\\.00,.*,${listed?.pledgeId},${listed?.chargeId}$`))
})

describe('an inquiry', () => {
  it('that its bank closes is decided, and nothing is asked anymore', async () => {
    const id = await disputed('warning_needs_response')
    expect(await asked()).toHaveLength(1)
    await moveTo(id, 'warning_closed')
    await moveTo(id, 'warning_closed')
    expect(await asked()).toEqual([])
    expect(await known()).toMatchObject({ state: 'inquiry', closedAt: expect.any(String) })
    expect((await subjects()).slice(1)).toEqual(['A bank closed its inquiry about $40.00 for Fall Season'])
  })

  it('that was closed may still become a dispute', async () => {
    const id = await disputed('warning_needs_response')
    await moveTo(id, 'warning_closed')
    await moveTo(id, 'needs_response')
    expect(await known()).toMatchObject({ state: 'open', closedAt: null })
    expect(await asked()).toHaveLength(1)
  })

  it('that is first heard of when it is closed is decided', async () => {
    await disputed('warning_closed')
    expect(await known()).toMatchObject({
      state: 'inquiry',
      evidenceDueAt: null,
      closedAt: expect.any(String),
    })
  })
})
