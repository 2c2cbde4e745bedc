import { Link } from 'react-router'
import type { WorkQueueCampaign } from '#domain/schemas/work-queue.ts'
import { countText, dateText, percentOfGoal, usd, wholeUsd } from '#web/format.ts'
import { sinceText } from '#web/parts/work-queue/words.ts'
import { paths } from '#web/paths.ts'
import { useNow } from '#web/site/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Track } from '#web/ui/bar.tsx'
import { STAGE_WORDS } from './filter.ts'

const HEADS = [
  'Campaign',
  'Stage',
  'Ends',
  'Last result',
  'To confirm',
  'Pledged, of goal',
  'Ambassadors',
  'Failed cards',
]

/** Each figure of open work links to where it is handled. */
export function CampaignRows({ campaigns }: { campaigns: readonly WorkQueueCampaign[] }) {
  const now = useNow()
  return (
    <div className="@container/table relative overflow-x-auto">
      <table className="table stacked broad broadest" aria-label="All campaigns">
        <thead>
          <tr>
            {HEADS.map((head) => (
              <th key={head} scope="col" className={head === 'To confirm' ? 'num' : ''}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {campaigns.map((campaign) => (
            <Row key={campaign.id} campaign={campaign} now={now} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** On a phone zero amounts need no line. */
const unlessNone = (count: number): string => (count === 0 ? 'max-md:sr-only!' : '')

const LINK = 'font-semibold underline underline-offset-4'

function Row({ campaign, now }: { campaign: WorkQueueCampaign; now: number }) {
  const { id, name, stage, status, unconfirmedResults } = campaign
  const { label, tone, icon } = STAGE_WORDS[stage]
  const isOnHold = stage === 'active' && status === 'paused'
  return (
    <tr>
      <th scope="row" className="full md:min-w-52">
        <Link to={paths.manage(id)} className={`${LINK} line-clamp-3 break-words`}>
          {name}
        </Link>
        <span className="quiet fine line-clamp-2 break-words">{campaign.organizationName}</span>
      </th>
      <td data-label="Stage">
        {isOnHold ? (
          <Badge tone="paused">Paused</Badge>
        ) : (
          <Badge tone={tone} {...(icon ? { icon } : {})}>
            {label}
          </Badge>
        )}
        {status === 'cancelled' && <span className="quiet fine block">Cancelled</span>}
        {campaign.billingHeldAt && <span className="fine block text-danger">Books do not balance</span>}
      </td>
      <td data-label="Ends" className="whitespace-nowrap">
        {dateText(campaign.endsAt, campaign.timeZone)}
      </td>
      <td data-label="Last result" className="whitespace-nowrap">
        {sinceText(campaign.lastResultAt, now)}
      </td>
      <td data-label="To confirm" className={`num ${unlessNone(unconfirmedResults)}`}>
        {unconfirmedResults === 0 ? (
          '0'
        ) : (
          <Link to={paths.manage(id, 'results')} className={LINK}>
            {countText(unconfirmedResults)}
            <span className="sr-only"> to confirm: {name}</span>
          </Link>
        )}
      </td>
      <td data-label="Pledged, of goal" className="full md:@max-[69.6875rem]/table:col-span-2">
        <Pledged campaign={campaign} />
      </td>
      <td data-label="Ambassadors" className={unlessNone(campaign.ambassadors)}>
        <Activation campaign={campaign} />
      </td>
      <td data-label="Failed cards" className={`whitespace-nowrap ${unlessNone(campaign.failedCharges)}`}>
        <Failed campaign={campaign} />
      </td>
    </tr>
  )
}

/** The response calls it `forecast`; the forecast is another figure (R8, R61). */
function Pledged({ campaign: { forecast: pledged, goal } }: { campaign: WorkQueueCampaign }) {
  const percent = percentOfGoal(pledged, goal)
  return (
    <span className="block min-w-40 py-1.5">
      <span className="flex justify-between gap-3 whitespace-nowrap">
        <span>
          {wholeUsd(pledged)} <span className="quiet">of {wholeUsd(goal)}</span>
        </span>
        <span className="font-semibold">{countText(percent)}%</span>
      </span>
      <Track className="bar thin mt-1" lane="pledged" percent={percent} />
    </span>
  )
}

function Activation({ campaign }: { campaign: WorkQueueCampaign }) {
  const { ambassadors, ambassadorsJoined, ambassadorsWithPledge } = campaign
  if (ambassadors === 0) return <span className="quiet">None invited</span>
  return (
    <Link to={paths.manage(campaign.id, 'ambassadors')} className="block max-lg:min-h-11">
      <span className="sr-only">Ambassadors of {campaign.name}: </span>
      <span className="whitespace-nowrap underline underline-offset-4">
        {countText(ambassadorsJoined)} of {countText(ambassadors)} joined
      </span>
      <span className="quiet fine block whitespace-nowrap">
        {countText(ambassadorsWithPledge)} with a pledge
      </span>
    </Link>
  )
}

function Failed({ campaign: { id, name, failedCharges, failedAmount } }: { campaign: WorkQueueCampaign }) {
  if (failedCharges === 0) return <span className="quiet">None</span>
  return (
    <Link to={paths.failedCharges(id)} className={`${LINK} text-danger`}>
      {countText(failedCharges)}, {usd(failedAmount)}
      <span className="sr-only"> in failed cards: {name}</span>
    </Link>
  )
}
