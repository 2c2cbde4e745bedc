import { byMatch, capital, matchWord, type Vocabulary } from '#domain/campaigns/vocabulary.ts'
import type { AlertWords } from '#domain/season/result-alert.ts'
import { type Block, board, layOut, link, type MailBody, paragraph, table } from './layout.ts'
import { type About, type OpenBills, openBillBlocks, testMode, type Worded } from './mail-parts.ts'

type Rows = readonly (readonly [label: string, value: string])[]
type Match = { title: string; rows: Rows; amount: string }
type PledgeNews = {
  matches: readonly Match[]
  /** How many more there are, and what they add up to. */
  others: readonly [label: string, amount: string] | null
  change: 'more' | 'less' | 'same'
  added: string
  earned: string
  most: string
  left: string
  isReached: boolean
  /** What it will likely come to; null if nothing is known. */
  likely: string | null
  /** What statements billed and is still to pay. */
  open?: OpenBills | null
  paid?: string | null
  /** What was paid or billed and is not earned anymore, after a correction. */
  tooMuch?: string | null
  pledgeUrl: string
}
export type ResultsDigest = Omit<About, 'pledgeUrl'> &
  Worded & {
    /** One supporter's pledges for this campaign that anything changes for. */
    pledges: readonly PledgeNews[]
    unsubscribeUrl: string
  }

/** Beyond this many, each gets one line. */
const MAX_IN_DETAIL = 3

/** To a supporter, once results are confirmed: one mail for all their statistics and pledges. */
export function resultsDigestMail(given: ResultsDigest): MailBody {
  const { campaignName, organizationName, vocabulary, timeZone, pledges, unsubscribeUrl } = given
  return layOut(
    subjectOf(given),
    [
      ...testMode(given),
      paragraph(
        isCorrection(given)
          ? `Results for ${campaignName} (${organizationName}) were corrected.`
          : `New results for ${campaignName} (${organizationName}) are confirmed.`,
      ),
      ...pledges.flatMap((news) => pledgeBlocks(news, vocabulary, timeZone)),
    ],
    {
      why: `You get this email because you pledged for ${campaignName}.`,
      stop: 'results_digest',
      stopUrl: unsubscribeUrl,
    },
  )
}

/** Nothing is added to any of their pledges. */
const isCorrection = ({ pledges }: Pick<ResultsDigest, 'pledges'>): boolean =>
  pledges.every(({ change }) => change !== 'more')

function subjectOf({ campaignName, pledges }: ResultsDigest): string {
  const [first, ...others] = pledges
  if (!first || others.length > 0)
    return `${isCorrection({ pledges }) ? 'A correction' : 'New results'} for your pledges for ${campaignName}`
  if (first.change === 'same') return `A correction for ${campaignName}: your pledge stays at ${first.earned}`
  const to = `your pledge for ${campaignName}`
  return first.change === 'more' ? `${first.added} more for ${to}` : `A correction: ${first.added} for ${to}`
}

const WORDS: Record<PledgeNews['change'], string> = {
  more: 'Added to your pledge',
  less: 'Corrected on your pledge',
  same: 'Changed on your pledge',
}

/** Separate from what is earned, and never used to bill. */
const NOT_BILLED = 'You pay for confirmed results only, never for a forecast.'

const pledgeBlocks = (news: PledgeNews, words: Vocabulary, timeZone: string): Block[] => [
  board(WORDS[news.change], news.added),
  ...matchBlocks(news, words),
  table('Your pledge so far', [
    ['Earned so far', news.earned],
    ...(news.paid ? [['Paid so far', news.paid] as const] : []),
    ['Your maximum', news.most],
    ['Left of your maximum', news.left],
  ]),
  ...(news.isReached
    ? [
        paragraph(
          `Your maximum is reached. Whatever the ${words.team} does from here, you never pay more than ${news.most}.`,
        ),
      ]
    : []),
  ...billedBlocks(news, timeZone),
  ...(news.likely ? [paragraph(`Forecast: ${news.likely} ${NOT_BILLED}`)] : []),
  link('See your pledge', news.pledgeUrl),
]

/** Nothing to pay is said only where statements have billed nothing that is still open. */
function billedBlocks({ open, tooMuch, isReached }: PledgeNews, timeZone: string): Block[] {
  const then = 'you get a statement with the exact amount and the date.'
  const back = open
    ? 'your next statement takes it off what is still to pay, and the final one refunds the rest.'
    : 'it is refunded with the final statement.'
  return [
    ...(open ? openBillBlocks('Still to pay, from earlier statements', open, timeZone) : []),
    ...(tooMuch
      ? [
          paragraph(
            `You have ${open ? 'been billed' : 'paid'} ${tooMuch} more than your pledge has earned so far. Unless later results earn it, ${back}`,
          ),
        ]
      : []),
    ...(isReached
      ? []
      : [
          paragraph(
            open
              ? `Before anything more is due, ${then}`
              : `There is nothing to pay now. Before anything is due, ${then}`,
          ),
        ]),
  ]
}

function matchBlocks({ matches, others }: PledgeNews, words: Vocabulary): Block[] {
  if (matches.length <= MAX_IN_DETAIL && others === null)
    return matches.map(({ title, rows }) => table(title, rows))
  const rows = matches.map(({ title, amount }) => [title, amount] as const)
  return [table(capital(byMatch(words)), [...(others ? [others] : []), ...rows])]
}

export type ResultAlert = Omit<About, 'timeZone'> &
  Worded &
  AlertWords & {
    /** `Sep 9, vs. Harbor` for each match. */
    matches: readonly string[]
    isConfirmed: boolean
    /** They also get the digest of confirmed results: if it would say the same, it is not mailed. */
    getsDigest: boolean
    unsubscribeUrl: string
  }

/** To a supporter who requested it, as soon as results are entered. */
export function alertMail(given: ResultAlert): MailBody {
  const { campaignName, organizationName, vocabulary, matches, isConfirmed } = given
  const [first = ''] = matches
  const about =
    matches.length === 1
      ? `New result: ${first}`
      : `New results: ${matches.length} ${matchWord(vocabulary, 2)}`
  return layOut(
    about,
    [
      ...testMode(given),
      paragraph(`${campaignName} (${organizationName})`),
      paragraph(given.what),
      paragraph(given.amount),
      ...(isConfirmed ? [] : [paragraph(toConfirm(given))]),
      link('See your pledge', given.pledgeUrl),
    ],
    {
      why: `You get this email because you asked for results of ${campaignName} as soon as they are entered.`,
      stop: 'result_alert',
      stopUrl: given.unsubscribeUrl,
    },
  )
}

const toConfirm = ({ getsDigest }: ResultAlert): string =>
  getsDigest
    ? 'Someone else still has to confirm this. If the figure changes, we email you again once it is confirmed. If it stays the same, or the entry is withdrawn before that, we don’t: your pledge’s page always shows what is confirmed.'
    : 'Someone else still has to confirm this. Your pledge’s page always shows what is confirmed.'
