/**
 * npm run backtest -- <file.csv> [--rows out.csv] [--campaigns] [--held-out]: how good the forecasts of past seasons would
 * have been (R61). npm run backtest -- --generated: the same for generated seasons.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { campaignForecasts } from './campaigns.ts'
import { type Forecast, forecastsOf } from './forecasts.ts'
import { generatedTable } from './generated.ts'
import { rowsAsCsv, tablesOf } from './report.ts'
import { isFitted, type Pair, pairsOf, readTeamSeasons, shortened, WrongFile } from './team-seasons.ts'

const USAGE =
  'npm run backtest -- <file.csv> [--rows out.csv] [--campaigns] [--held-out], or npm run backtest -- --generated'
const SHORTER = [10, 20]

async function run(): Promise<void> {
  const { file, values } = readArguments()
  if (values.generated)
    return console.log(`Seasons made up, seeded: how often the 80 % range holds\n\n${generatedTable()}`)
  if (file === undefined) throw new WrongFile(`Name a file: ${USAGE}.`)
  const all = pairsOf(readTeamSeasons(await textOf(file)))
  const pairs = values['held-out'] ? all.filter((pair) => !isFitted(pair)) : all
  if (pairs.length === 0) throw new WrongFile('No team of this file is in the half that was held out.')
  const forecasts = pairs.flatMap((pair) => (values.campaigns ? campaignForecasts(pair) : forecastsOf(pair)))
  console.log(heading(pairs, values))
  console.log(`\n${tablesOf(forecasts)}`)
  if (!values.campaigns) printShorter(pairs)
  if (values.rows !== undefined) await write(values.rows, forecasts)
}

function readArguments() {
  try {
    const options = {
      rows: { type: 'string' },
      campaigns: { type: 'boolean' },
      'held-out': { type: 'boolean' },
      generated: { type: 'boolean' },
    } as const
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    return { file: positionals[0], values }
  } catch (error) {
    throw new WrongFile(`${(error as Error).message.split('.')[0]}. ${USAGE}`)
  }
}

async function textOf(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))
  } catch (error) {
    const { code } = error as { code?: string }
    throw new WrongFile(code === 'ENOENT' ? `${file} is not there.` : `${file} cannot be read as UTF-8 text.`)
  }
}

function heading(pairs: readonly Pair[], values: { campaigns?: boolean; 'held-out'?: boolean }): string {
  const half = values['held-out'] ? ', of the teams the forecast was not fitted on' : ''
  const what = values.campaigns
    ? 'a campaign with a seeded book of 20 pledges each; figures in dollars'
    : 'goals, wins and clean sheets; figures in units'
  return `${pairs.length} team seasons with a season before${half}: ${what}, at the start, a quarter, half and three quarters`
}

function printShorter(pairs: readonly Pair[]): void {
  for (const matches of SHORTER) {
    if (!pairs.some(({ now }) => now.matches >= 1.5 * matches)) continue
    const forecasts = pairs.map((pair) => shortened(pair, matches)).flatMap((pair) => forecastsOf(pair))
    console.log(`\nThe same with about ${matches} matches of each season\n\n${tablesOf(forecasts)}`)
  }
}

async function write(path: string, forecasts: readonly Forecast[]): Promise<void> {
  try {
    await writeFile(path, rowsAsCsv(forecasts))
    console.log(`\n${forecasts.length} forecasts written to ${path}`)
  } catch (error) {
    throw new WrongFile(`${path} cannot be written: ${(error as Error).message}.`)
  }
}

try {
  await run()
} catch (error) {
  if (!(error instanceof WrongFile)) throw error
  console.error(error.message)
  process.exitCode = 1
}
