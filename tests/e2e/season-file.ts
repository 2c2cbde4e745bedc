/** A short season of matches, its import file, and its totals. */
import { expect, type Page } from '@playwright/test'
import type { MatchTotals } from '#domain/schemas/result.ts'
import { expectNoViolations } from './accessibility.ts'
import type { Campaign } from './campaign.ts'
import { alive, apiOf, dayFrom } from './fixtures.ts'
import { managed, resultsOf } from './results-screen.ts'

export type Played = {
  opponent: string
  daysAgo: number
  venue: 'Home' | 'Away'
  goals: number
  sheets: number
}
export const SEASON: Played[] = [
  { opponent: 'Ridgeview', daysAgo: 21, venue: 'Home', goals: 3, sheets: 0 },
  { opponent: 'Harbor', daysAgo: 14, venue: 'Away', goals: 2, sheets: 1 },
  { opponent: 'Bay', daysAgo: 7, venue: 'Home', goals: 0, sheets: 0 },
]

/** The final figures, as a coach keeps them in a spreadsheet. */
async function seasonFile(coach: Page, season: Campaign): Promise<string> {
  const { campaign, events } = await managed(coach, season)
  const start = new Date(events.find(({ opponent }) => opponent === 'Summit')?.startTime ?? '')
  const today = new Intl.DateTimeFormat('en-US', { timeZone: campaign.timeZone }).format(start)
  const rows = SEASON.map(({ opponent, daysAgo, venue, goals: scored, sheets }) => {
    const [year, month, day] = dayFrom(season.now, -daysAgo).split('-')
    const final = { Ridgeview: 4, Bay: 1 }[opponent] ?? scored
    return [`${month}/${day}/${year}`, '6:30 PM', opponent, venue.charAt(0), final, sheets, 'São'].join(',')
  })
  const head = 'Game Day,Kickoff,Versus,H/A,Goals scored,Shutouts,Remarks'
  return [head, ...rows, `${today},,Summit,H,5,1,`].join('\n')
}

/** Imported by the coach after several files with mistakes, and confirmed by the representative. */
export async function importSeason(coach: Page, representative: Page, season: Campaign): Promise<void> {
  const csv = await seasonFile(coach, season)
  await coach.goto(resultsOf(season))
  await (await alive(coach.getByRole('button', { name: 'Import a file' }))).click()
  const upload = coach.getByRole('dialog', { name: 'Import a file' })
  const choose = (text: string, encoding: BufferEncoding) =>
    upload
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'season.csv', mimeType: 'text/csv', buffer: Buffer.from(text, encoding) })
  const another = upload.getByRole('button', { name: 'Another file' })
  const ready = upload.getByRole('button', { name: 'Import 8 results and 3 events' })
  await choose(csv, 'latin1')
  await expect(upload.getByText('Please check the spelling: São.')).toBeVisible()
  await another.click()
  await choose(`\ufeff${csv}`, 'utf16le')
  await expect(ready).toBeEnabled()
  await another.click()
  await choose(csv.replace(',4,0', ',four,0'), 'utf8')
  await expect(upload.getByText('Line 2: "four" is not a number of 0 or more in Goals scored')).toBeVisible()
  await expectNoViolations(coach)
  await upload.getByRole('button', { name: 'Leave out this line' }).click()
  await expect(upload.getByRole('button', { name: 'Import 6 results and 2 events' })).toBeEnabled()
  await another.click()
  const leave = coach.getByRole('alertdialog', { name: 'Leave without importing?' })
  await leave.getByRole('button', { name: 'Discard' }).click()
  await choose(csv.replace('Goals scored', 'Ours'), 'utf8')
  await upload.getByText('What each column contains').click()
  const held = (header: string) => upload.getByRole('combobox', { name: `What ${header} contains` })
  await expect(held('Game Day')).toHaveText('Date')
  await expect(held('Shutouts')).toHaveText('Clean Sheets')
  await expect(held('Ours')).toHaveText('Not used')
  await held('Ours').click()
  await coach.getByRole('option', { name: 'Goals', exact: true }).click()
  await expect(held('Ours')).toHaveText('Goals')
  await expect(ready).toBeEnabled()
  await expectNoViolations(coach)
  const harbor = upload.getByRole('checkbox', { name: /Harbor/ })
  await harbor.uncheck()
  await expect(upload.getByRole('button', { name: 'Import 6 results and 2 events' })).toBeEnabled()
  await expect(upload.getByText('Left out', { exact: true })).toBeVisible()
  await harbor.check()
  await ready.click()
  await expect(upload).toBeHidden()
  await representative.goto(resultsOf(season))
  await (await alive(representative.getByRole('button', { name: 'Confirm all 8' }))).click()
  await expect(representative.getByRole('region', { name: 'To confirm' })).toBeHidden()
}

/** Confirmed and waiting results, by names, since each campaign has its own ids. */
export async function totalsOf(representative: Page, campaign: Campaign) {
  const { statistics, events } = await managed(representative, campaign)
  const call = await apiOf(representative.request)
  const standings = (await call(
    'GET',
    `/api/campaigns/${campaign.id}/results/matches`,
  )) as unknown as MatchTotals[]
  const nameOf = (list: readonly { id: string; name: string }[], id: string | null) =>
    list.find((one) => one.id === id)?.name
  return {
    totals: statistics.map(({ name, confirmedQuantity, unconfirmedQuantity }) => [
      name,
      confirmedQuantity,
      unconfirmedQuantity,
    ]),
    matches: standings
      .map(({ eventId, statisticId, confirmed, waiting }) =>
        [nameOf(events, eventId), nameOf(statistics, statisticId), confirmed, waiting].join(' '),
      )
      .sort(),
  }
}
