import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { countsUnits, isGift } from '#domain/season/statistic-types.ts'
import { counted, countText, percentOfGoal, quantityText, usd } from '#web/format.ts'
import { outcomeOf } from '#web/parts/campaign/standings.tsx'
import { paths } from '#web/paths.ts'
import { nextCampaignQuery } from '#web/queries/closed-campaigns.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Note } from '#web/ui/note.tsx'

/** In place of the pledge panel once no one can pledge anymore: what it came to, thanks, and where to go on. */
export function Over({ detail }: { detail: CampaignDetail }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {detail.campaigns.status !== 'cancelled' && <Outcome {...detail} />}
      <WhatNext {...detail} />
    </div>
  )
}

function Outcome({ campaigns: campaign, statistics, results }: CampaignDetail) {
  const counts = statistics.filter(({ type }) => !isGift(type))
  return (
    <section className="card p-5 md:p-6" aria-labelledby="outcome-title">
      <Heading level={2} id="outcome-title">
        {campaign.supportersCount > 0 ? 'Thank you!' : 'What it came to'}
      </Heading>
      <p className="mt-2">{raisedWords(campaign)}</p>
      {counts.length > 0 && (
        <dl className="mt-4">
          {counts.map((statistic) => (
            <div
              key={statistic.id}
              className="flex items-baseline justify-between gap-4 border-t border-line py-2"
            >
              <dt className="min-w-0 break-words">{statistic.name}</dt>
              <dd className="shrink-0 text-right font-semibold">
                {countsUnits(statistic.type) ? (
                  <Figure text={quantityText(statistic.confirmedQuantity)} size="s" />
                ) : (
                  outcomeOf(statistic, results).word
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

/** Raised is what was earned by confirmed results, as on the board; until it is settled that can still change. */
function raisedWords({
  status,
  supportersCount,
  totalEarned,
  totalPledged,
  goal,
  vocabulary: { team, season },
}: CampaignDetail['campaigns']): string {
  if (supportersCount === 0) return `The ${season} is over. No one pledged this time.`
  const who = counted(supportersCount, 'supporter')
  const isFinal = status === 'completed' && totalEarned === totalPledged
  const raised = `${who} raised ${usd(totalEarned)} for the ${team}`
  return isFinal
    ? `${raised}: ${countText(percentOfGoal(totalEarned, goal))}% of the goal.`
    : `${raised} so far. The last results are still being counted.`
}

function WhatNext({ campaigns: campaign, organizations: organization }: CampaignDetail) {
  const { data } = useQuery(nextCampaignQuery(campaign.id))
  return (
    <section className="card p-5 md:p-6" aria-labelledby="support-title">
      <Heading level={2} id="support-title" className="mb-3">
        Support This Campaign
      </Heading>
      <Note>{campaign.pledgesClosedReason}</Note>
      {data?.next ? (
        <>
          <p className="mt-4">
            <bdi>{organization.name}</bdi> raises money again:{' '}
            <strong dir="auto" className="break-words">
              {data.next.name}
            </strong>
          </p>
          <Link
            to={paths.campaign(data.next.id)}
            className={`${buttonClass({ kind: 'primary', full: true })} mt-3`}
          >
            See their next campaign
          </Link>
        </>
      ) : (
        <Link
          to={data?.hasSimilar ? similarPath(campaign) : paths.campaigns}
          className={`${buttonClass({ kind: 'primary', full: true })} mt-4`}
        >
          {data?.hasSimilar ? 'See campaigns like this one' : 'Find a team to back'}
        </Link>
      )}
    </section>
  )
}

/** Discovery of the same kind: a sport has a filter, any other cause is found by its name. */
const similarPath = ({ template, cause }: Pick<CampaignDetail['campaigns'], 'template' | 'cause'>) =>
  `${paths.campaigns}?${new URLSearchParams(
    template === 'custom' && cause !== 'custom' ? { search: cause } : { type: template },
  )}`
