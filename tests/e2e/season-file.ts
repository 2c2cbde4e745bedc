/** A short season of matches, its import file, and its totals. */
import { expect, type Page } from '@playwright/test'
import type { MatchStanding } from '#domain/schemas/result.ts'
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
  await (await alive(coach.getByRole('button', { name: 'Import CSV' }))).click()
  const upload = coach.getByRole('dialog', { name: 'Import CSV' })
  const choose = (text: string, encoding: BufferEncoding) =>
    upload
      .getByLabel('CSV file')
      .setInputFiles({ name: 'season.csv', mimeType: 'text/csv', buffer: Buffer.from(text, encoding) })
  const next = upload.getByRole('button', { name: 'Match the columns' })
  await choose(csv, 'latin1')
  await expect(upload.getByText('The file is not in UTF-8')).toBeVisible()
  await expect(next).toBeDisabled()
  await choose(`\ufeff${csv}`, 'utf16le')
  await expect(upload.getByText('The file is in UTF-16')).toBeVisible()
  await choose(csv.replace(',Shutouts', ',Versus'), 'utf8')
  await next.click()
  await expect(upload.getByText('Two columns have the name "versus"')).toBeVisible()
  await expect(upload.getByRole('button', { name: 'Preview' })).toBeDisabled()
  await upload.getByRole('button', { name: 'Change the file' }).click()
  await choose(csv.replace('6:30 PM,Harbor', '6:30 PM,=Harbor()'), 'utf8')
  await next.click()
  const held = (header: string) => upload.getByRole('combobox', { name: `What ${header} contains` })
  await expect(held('Game Day')).toHaveText('Date')
  await expect(held('Shutouts')).toHaveText('Clean Sheets')
  await expect(held('Goals scored')).toHaveText('Ignore')
  await held('Goals scored').click()
  await coach.getByRole('option', { name: 'Goals', exact: true }).click()
  await expectNoViolations(coach)
  await upload.getByRole('button', { name: 'Preview' }).click()
  await expect(upload.getByText('Line 3: the opponent looks like a formula')).toBeVisible()
  await expect(upload.getByRole('button', { name: 'Import 6 results' })).toBeDisabled()
  await upload.getByRole('button', { name: 'Back to the columns' }).click()
  await upload.getByRole('button', { name: 'Change the file' }).click()
  await choose(csv, 'utf8')
  await next.click()
  await expect(held('Goals scored'), 'remembered in this browser').toHaveText('Goals')
  await upload.getByRole('button', { name: 'Preview' }).click()
  await expect(upload.getByText('8 new, 0 corrections, 0 unchanged, 3 matches added.')).toBeVisible()
  await expectNoViolations(coach)
  await upload.getByRole('button', { name: 'Import 8 results' }).click()
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
  )) as unknown as MatchStanding[]
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
