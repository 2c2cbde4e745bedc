/** A draft campaign that files about its season are imported into. */
import { readFileSync } from 'node:fs'
import type { Campaign, CampaignDetail } from '#domain/schemas/campaign.ts'
import type { ErrorBody } from '#domain/schemas/error.ts'
import type { Event } from '#domain/schemas/event.ts'
import type { Imported, ImportForm, ImportPreview } from '#domain/schemas/import.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { type Answer, type Caller, expectStatus, type TestApp } from './app.ts'
import { CAMPAIGN } from './fixtures.ts'

export type Importing = {
  path: string
  owner: Caller
  /** By name. */
  statistics: Record<string, Statistic>
  preview: (form: Partial<ImportForm>) => Promise<ImportPreview>
  send: (form: Partial<ImportForm>) => Promise<Answer<Imported & ErrorBody>>
  enter: (form: Partial<ImportForm>) => Promise<Imported>
  events: () => Promise<Event[]>
}

type Given = {
  organization?: string
  name?: string
  /** Its zone follows: "CA". */
  state?: string
  dates?: { startDate: string; endDate: string }
  statistics?: readonly string[]
  more?: object
}

/** A file of tests/files in base64, as the screen sends it. */
export const fileOf = (name: string): Pick<ImportForm, 'file'> => ({
  file: readFileSync(new URL(`files/${name}`, import.meta.url)).toString('base64'),
})

export async function openImport(app: TestApp, given: Given = {}): Promise<Importing> {
  const { organization = 'Harbor Boosters', name = 'Fall Season', state = 'CA', dates, more } = given
  const owner = await app.user({ firstName: 'Olive' })
  const made = async <Body>(path: string, form: object) =>
    expectStatus(await owner.post<Body>(path, form), 201)
  const { id: organizationId } = await made<{ id: string }>('/api/organizations', {
    name: organization,
    description: 'Parents and neighbors',
    website: '',
    city: 'Springfield',
    state,
    organizationType: 'school',
  })
  const form = { ...CAMPAIGN, name, organizationId, ...dates, ...more }
  const path = `/api/campaigns/${(await made<Campaign>('/api/campaigns', form)).id}`
  const counted = {
    type: 'per_increment',
    icon: 'faTrophy',
    expectedMax: 500,
    pledgeAmountOptions: [1, 2, 3],
  }
  const statistics: Record<string, Statistic> = {}
  for (const one of given.statistics ?? ['Goals', 'Wins'])
    statistics[one] = await made<Statistic>(`${path}/statistics`, { ...counted, name: one })
  const send = (form: Partial<ImportForm>) => owner.post<Imported & ErrorBody>(`${path}/imports`, form)
  return {
    path,
    owner,
    statistics,
    send,
    preview: async (form) =>
      expectStatus(await owner.post<ImportPreview>(`${path}/imports/preview`, form), 200),
    enter: async (form) => expectStatus(await send(form), 201),
    events: async () => expectStatus(await owner.get<CampaignDetail>(path), 200).events,
  }
}

/** What a person would read of each row: "vs. Bay, home, 2026-09-13T02:00:00.000Z: Goals 3". */
export const read = ({ rows }: ImportPreview): string[] =>
  rows.map(({ name, venue, startTime, hasTime, kind, figures }) => {
    const time = hasTime ? startTime : startTime && `${startTime.slice(0, 10)} (time unknown)`
    const facts = [name, venue, time, kind === 'new' ? null : kind].filter(Boolean).join(', ')
    const counted = figures.map(({ statisticName, after }) => `${statisticName} ${after}`).join(', ')
    return [facts, counted].filter(Boolean).join(': ')
  })
export const asked = ({ questions }: ImportPreview): string[] =>
  questions.filter(({ answer }) => answer === null).map(({ id }) => id)
