import type { PublicPledge } from '#domain/schemas/pledge.ts'
import { countText, dateText, usd } from '#web/format.ts'
import { Figure } from '#web/ui/figure.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { EmptyState } from '#web/ui/note.tsx'
import { Tally } from '#web/ui/tally.tsx'

const SHOWN = 10

export function Supporters({
  pledges,
  count,
  timeZone,
  takesPledges,
}: {
  pledges: PublicPledge[]
  count: number
  timeZone: string
  takesPledges: boolean
}) {
  const more = count - Math.min(SHOWN, pledges.length)
  const [newest] = pledges
  return (
    <Fold
      id="supporters"
      title="Our Supporters"
      figure={count > 0 && countText(count)}
      note={newest && `Newest: ${usd(newest.totalAmountDue)}, ${dateText(newest.createdAt, timeZone)}`}
      isOpen={!newest}
    >
      {pledges.length === 0 ? (
        <EmptyState title="No Supporters Yet">
          {takesPledges ? 'Pick a statistic and be the first.' : null}
        </EmptyState>
      ) : (
        <ul className="mt-2">
          {pledges.slice(0, SHOWN).map((pledge) => (
            <li
              key={pledge.id}
              className="grid grid-cols-[2.125rem_minmax(0,1fr)_auto] items-center gap-3 border-t border-line py-3 first:border-t-0"
            >
              <Tally tone="turf" className="h-6 w-[1.875rem] flex-none" />
              <div className="min-w-0">
                <p className="dense">Anonymous Supporter #{pledge.number}</p>
                <p className="quiet fine break-words">
                  Joined {dateText(pledge.createdAt, timeZone)}
                  {pledge.note && ` · “${pledge.note}”`}
                </p>
              </div>
              <Figure text={usd(pledge.totalAmountDue)} size="s" />
            </li>
          ))}
        </ul>
      )}
      {more > 0 && pledges.length > 0 && (
        <p className="quiet mt-4">And {countText(more)} more supporters...</p>
      )}
    </Fold>
  )
}
