import { dollars, formatUsd, negate } from '#domain/money.ts'
import type { Story, StoryLine } from '#web/content/stories.ts'
import { countText, usd } from '#web/format.ts'
import { Ledger } from '#web/parts/marketing/ledger.tsx'
import { collectedIn, lineTotal } from '#web/parts/marketing/sums.ts'

/** How a story's money added up: every line of it, and the sum. */
export function StoryLedger({ story }: { story: Story }) {
  const heldBack = dollars(story.heldBack)
  const rows = story.lines.map((line) => ({
    key: line.what,
    label: line.what,
    note: explained(line),
    amount: formatUsd(lineTotal(line)),
  }))
  if (heldBack > 0) {
    const note = 'by supporters’ own maximums'
    rows.push({ key: 'held back', label: 'Held back', note, amount: formatUsd(negate(heldBack)) })
  }
  return (
    <Ledger
      caption={<caption className="label pb-2 text-left text-ink2">How it added up</caption>}
      columns={['What was pledged for', 'Amount']}
      rows={rows}
      total={{ label: 'Collected', amount: formatUsd(collectedIn(story)) }}
    />
  )
}

function explained({ rate, count, unit, missed }: StoryLine): string {
  if (missed) return `${usd(rate)} pledged, not achieved, so not owed`
  if (count === undefined) return 'all pledges together'
  return `${countText(count)} × ${usd(rate)} per ${unit}, all pledges together`
}
