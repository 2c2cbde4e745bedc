/** A draft campaign whose schedule is imported from files. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { ErrorBody } from '#domain/schemas/error.ts'
import type { Event } from '#domain/schemas/event.ts'
import type { Imported, ImportPreview } from '#domain/schemas/import.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { openDraft, type Season, setUpOrganization, type TestOrganization } from '#tests/fixtures.ts'

export let app: TestApp
export let org: TestOrganization
export let draft: Season

/** Opens the program once, and a new draft for each test. */
export function setUpDraft(): void {
  beforeAll(async () => {
    app = await createTestApp()
    org = await setUpOrganization(app)
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    draft = await openDraft(org)
  })
}

export const send = (text: string, more: object = {}, by: Caller = org.owner) =>
  by.post<Imported & ErrorBody>(`${draft.path}/imports`, { text, ...more })
export const preview = async (text: string, more: object = {}, by: Caller = org.owner) =>
  expectStatus(await by.post<ImportPreview>(`${draft.path}/imports/preview`, { text, ...more }), 200)
export const imported = async (text: string, more: object = {}, by: Caller = org.owner) =>
  expectStatus(await send(text, more, by), 201).preview
export const schedule = async (): Promise<Event[]> =>
  expectStatus(await org.owner.get<CampaignDetail>(draft.path), 200).events
export const kinds = ({ rows }: ImportPreview) => rows.map(({ kind }) => kind)

export const CSV = `Date,Time,Opponent,Home/Away,Field
9/12/2026,7:00 PM,Dune,home,Main Field
9/19/2026,6:30 PM,@ Ridgeview,,Ridgeview Park
9/26/2026,TBD,Bay,home,Main Field
`
export const calendar = (...events: string[][]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//League//EN',
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
export const game = (uid: string, start: string, summary: string, ...more: string[]) => [
  `UID:${uid}@league.example`,
  `DTSTART;TZID=America/New_York:${start}`,
  `SUMMARY:${summary}`,
  ...more,
]
