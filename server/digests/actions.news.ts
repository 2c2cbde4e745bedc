/** What results mean for one supporter, in the words and figures of their mail. */
import { type LineNews, type MatchNews, newsFor } from '#domain/digest.ts'
import { cents, formatUsd, sum } from '#domain/money.ts'
import { formatQuantity } from '#domain/quantity.ts'
import type { Seasons } from './jobs.ts'
import type { Supporter } from './store.ts'

type Row = readonly [label: string, amount: string]
export type MatchInWords = { title: string; rows: readonly Row[]; amount: string }
export type PledgeNewsInWords = {
  pledgeId: string
  matches: readonly MatchInWords[]
  /** Beyond those: how many more, and what they come to; null where there are none. */
  others: Row | null
  change: 'more' | 'less' | 'same'
  added: string
  earned: string
  most: string
  left: string
  isReached: boolean
}

/** A season imported at once is one mail too: the newest matches by name, the others in one sum. */
const MOST_MATCHES = 20

/** For each pledge that anything changes for; none where nothing does. */
export function supporterNews(
  pledges: Supporter['pledges'],
  { before, after, names }: Seasons,
  timeZone: string,
): PledgeNewsInWords[] {
  const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone })
  return pledges.flatMap(([pledgeId, agreedMaximumCents, agreed]): PledgeNewsInWords[] => {
    const lines = agreed.map(([statisticId, , type, rate]) => ({ statisticId, type, rate: cents(rate) }))
    const lineNames = new Map(agreed.map(([statisticId, name]) => [statisticId, name]))
    const most = cents(agreedMaximumCents)
    const news = newsFor(lines, most, before, after)
    if (!news) return []
    const shown = news.matches.slice(-MOST_MATCHES)
    const titleOf = ({ key, at }: MatchNews) => `${day.format(at)}, ${names.get(key) ?? 'a result'}`
    return [
      {
        ...{ pledgeId, added: formatUsd(news.added), earned: formatUsd(news.earned), most: formatUsd(most) },
        matches: shown.map((match) => ({
          title: titleOf(match),
          rows: rowsOf(match, lineNames),
          amount: formatUsd(match.amount),
        })),
        others: sumOf(news.matches.slice(0, -MOST_MATCHES)),
        change: news.added > 0 ? 'more' : news.added < 0 ? 'less' : 'same',
        ...{ left: formatUsd(news.left), isReached: news.left === 0 },
      },
    ]
  })
}

const sumOf = (matches: readonly MatchNews[]): Row | null =>
  matches.length === 0
    ? null
    : [
        matches.length === 1 ? 'One earlier match' : `${matches.length} earlier matches`,
        formatUsd(sum(matches.map(({ amount }) => amount))),
      ]

const rowsOf = ({ lines, amount }: MatchNews, names: ReadonlyMap<string, string>): Row[] =>
  lines.length === 0
    ? [['Its share of your maximum', formatUsd(amount)]]
    : lines.map((news) => [`${names.get(news.line.statisticId)}: ${countOf(news)}`, formatUsd(news.amount)])

/** "3 × $5.00"; an achievement is there or is not. */
function countOf({ line, quantity }: LineNews): string {
  if (quantity === 0) return 'its share of your maximum'
  if (line.type === 'per_achievement') return quantity > 0 ? 'achieved' : 'withdrawn'
  return `${formatQuantity(quantity)} × ${formatUsd(line.rate)}`
}
