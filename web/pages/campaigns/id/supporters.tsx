import type { PublicPledge } from '#domain/schemas/pledge.ts'
import { countText, dateText, usd } from '#web/format.ts'
import { Figure } from '#web/ui/figure.tsx'
import { EmptyFold, Fold } from '#web/ui/fold.tsx'

const SHOWN = 10

type Props = { pledges: PublicPledge[]; count: number; timeZone: string; takesPledges: boolean }

/** The newest ten, open: who is in already persuades whoever is not. */
export function Supporters({ pledges, count, timeZone, takesPledges }: Props) {
  const more = count - Math.min(SHOWN, pledges.length)
  const [newest] = pledges
  if (!newest)
    return (
      <EmptyFold title="Our Supporters">
        No Supporters Yet{takesPledges && '. Pick a statistic and be the first.'}
      </EmptyFold>
    )
  return (
    <Fold
      id="supporters"
      title="Our Supporters"
      figure={countText(count)}
      note={`Newest: ${usd(newest.totalAmountDue)}, ${dateText(newest.createdAt, timeZone)}`}
      isOpen
    >
      <ul className="grid gap-x-8 md:grid-cols-2">
        {pledges.slice(0, SHOWN).map((pledge) => (
          <li
            key={pledge.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] content-start items-baseline gap-x-3 border-t border-line py-1"
          >
            <p className="dense leading-snug flex flex-wrap items-baseline gap-x-2">
              <span>Anonymous Supporter #{pledge.number}</span>{' '}
              <span className="quiet fine">Joined {dateText(pledge.createdAt, timeZone)}</span>
            </p>
            <Figure text={usd(pledge.totalAmountDue)} className="large-[1.25]" />
            {pledge.note && <p className="quiet fine col-span-full break-words">“{pledge.note}”</p>}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="quiet mt-3">And {countText(more)} more supporters...</p>}
    </Fold>
  )
}
