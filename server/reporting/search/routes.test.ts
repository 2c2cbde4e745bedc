/** One search for those who manage: all for a representative, their own for an owner, and nobody by name (R26, R27, R62). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pledgeReference } from '#domain/billing/lookup.ts'
import type { SearchResult } from '#domain/schemas/search.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  BAY,
  lock,
  openDraft,
  openSeason,
  play,
  pledge,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { joinOrganization } from '#tests/join-organization.ts'

let app: TestApp
let org: TestOrganization
let other: TestOrganization
let season: Season
let pledgeId: string
let number: string
beforeAll(async () => {
  app = await createTestApp({ now: '2026-09-10T16:00:00Z' })
  org = await setUpOrganization(app, 'Harbor 100% Boosters')
  other = await setUpOrganization(app, 'Ridgeview Club')
  season = await openSeason(org)
  await openDraft(other)
  const made = await pledge(org, season, { lines: { goals: '2.00' }, method: 'check' })
  pledgeId = made.pledge.id
  await play(org, season, { ...BAY, goals: 3 })
  app.clock.set('2026-12-20T16:00:00Z')
  await lock(org, season, 'final')
  const [invoice] = await app.deps.db.query<{ number: string }>(sql`select number from invoices`)
  number = invoice?.number ?? ''
})
afterAll(() => app.close())

const search = async (by: Caller, text: string): Promise<SearchResult[]> =>
  expectStatus(await by.get<SearchResult[]>(`/api/search?query=${encodeURIComponent(text)}`), 200)
const titles = async (by: Caller, text: string) => (await search(by, text)).map(({ title }) => title)

describe('a search by name', () => {
  it('finds all campaigns and organizations for a representative', async () => {
    expect(await search(org.representative, 'harbor')).toMatchObject([
      { kind: 'campaign', id: season.id, title: 'Fall Season', of: 'Harbor 100% Boosters' },
      { kind: 'organization', id: org.organizationId, title: 'Harbor 100% Boosters', of: 'Boston, MA' },
    ])
    expect(await titles(org.representative, 'ridge')).toEqual(['Fall Season', 'Ridgeview Club'])
  })

  it('finds only their own for an owner, and nothing for anyone else', async () => {
    const own = await search(org.owner, 'fall')
    expect(own.map(({ id }) => id)).toEqual([season.id])
    expect(await search(org.owner, 'Ridgeview')).toEqual([])
    for (const caller of [org.scorer, await app.user()]) expect(await search(caller, 'fall')).toEqual([])
  })

  it('finds their organization and its campaigns, but no draft, for a treasurer', async () => {
    const treasurer = await app.user()
    await joinOrganization(app, other.organizationId, treasurer, 'treasurer')
    expect(await titles(treasurer, 'ridge')).toEqual(['Ridgeview Club'])
    const active = await openSeason(other)
    expect((await search(treasurer, 'ridge')).map(({ id }) => id)).toEqual([active.id, other.organizationId])
  })

  it('takes what LIKE would read as a pattern literally', async () => {
    expect(await titles(org.representative, '100%')).toEqual(['Fall Season', 'Harbor 100% Boosters'])
    expect(await search(org.representative, '%%')).toEqual([])
  })

  it('refuses less than two characters and more than a hundred', async () => {
    for (const text of ['a', 'a'.repeat(101)])
      expect((await org.representative.get(`/api/search?query=${text}`)).status).toBe(400)
  })
})

describe('a search by number', () => {
  it('finds an invoice as it is printed and as it is typed, with what is open', async () => {
    for (const text of [number, number.toLowerCase(), number.replace(/INV-(\d+)-0+/, '$1-')])
      expect(await search(org.representative, text)).toMatchObject([
        { kind: 'invoice', title: number, of: 'Fall Season', state: 'open', amount: '6.00', pledgeId },
      ])
  })

  it('finds a pledge by its reference, without a name and without an entry in the audit log', async () => {
    const before = await app.deps.db.query(sql`select id from audit_log`)
    const found = await search(org.representative, pledgeReference(pledgeId).toLowerCase())
    expect(found).toMatchObject([{ kind: 'pledge', id: pledgeId, title: pledgeReference(pledgeId) }])
    expect(JSON.stringify(found)).not.toMatch(/Pat|@/)
    expect(await app.deps.db.query(sql`select id from audit_log`)).toHaveLength(before.length)
  })

  it('finds neither for an owner: single charges are the representatives’', async () => {
    expect(await search(org.owner, number)).toEqual([])
    expect(await search(org.owner, pledgeReference(pledgeId))).toEqual([])
  })
})
