/** Names of people and campaigns as QuickBooks Online and Xero take them. Pure. */
import { shortCode } from '../lookup.ts'
import { type CampaignMonth, PROVIDER } from './entries.ts'

/** Both take 100 characters in the name of a class, a customer or a tracking option. */
const MAX_LABEL = 100

/** What turns text around, is not seen, is not a character, or is a picture: QuickBooks Online refuses these. */
const UNSEEN = /[\p{C}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\ufe0e|\ufe0f/gu
/** A spreadsheet would take it for a formula. */
const STARTS_FORMULA = /^[\s=+\-@＝＋－＠]+/u

/**
 * One line of text without a colon, which separates parent and sub, a double quote, which QuickBooks Online refuses, or a
 * formula's beginning. Letters of every script stay. May be empty.
 */
export const cleaned = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(UNSEEN, '')
    .replace(/ *: */g, ' - ')
    .replaceAll('"', "'")
    .replaceAll(';', ',')
    .replace(/ {2,}/g, ' ')
    .replace(STARTS_FORMULA, '')
    .trim()

/** At most this many characters, and no half of one. */
export const clipped = (text: string, max: number): string =>
  text
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()

/** Both programs take names that differ in nothing else for the same. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

/**
 * A label for each, by id, and never one for two: where an earlier one in the list has it already, or nothing is left of the
 * name, a code of the id follows. So what comes first in the list keeps its label as the list grows.
 */
export function labelsOf(named: readonly { id: string; name: string }[]): Map<string, string> {
  const taken = new Set<string>()
  const labels = new Map<string, string>()
  for (const { id, name } of named) {
    const plain = clipped(cleaned(name), MAX_LABEL)
    const code = shortCode(id)
    const withCode = `${clipped(plain, MAX_LABEL - code.length - 1)} ${code}`.trim()
    const label = plain === '' || taken.has(folded(plain)) ? withCode : plain
    taken.add(folded(label))
    labels.set(id, label)
  }
  return labels
}

/** Labels of campaigns and of partners, by id. */
export type Labels = { campaigns: ReadonlyMap<string, string>; partners: ReadonlyMap<string, string> }

/** Of every campaign that was ever posted, the first one at the top. */
export function labelsFor(campaigns: readonly CampaignMonth[]): Labels {
  const named = campaigns.filter(({ campaignId }) => campaignId !== null)
  const organizations = new Map(named.map((one) => [one.organizationId, one.organizationName]))
  return {
    campaigns: labelsOf(named.map((one) => ({ id: one.campaignId ?? '', name: one.campaignName }))),
    partners: new Map([
      ...labelsOf([...organizations].map(([id, name]) => ({ id, name }))),
      [PROVIDER, 'Fundraising provider'],
    ]),
  }
}
