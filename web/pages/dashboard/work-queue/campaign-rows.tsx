import { Link } from 'react-router'
import { capital } from '#domain/campaigns/vocabulary.ts'
import type { WorkQueueCampaign } from '#domain/schemas/work-queue.ts'
import { countText, dayText, percentOfGoal, usd, wholeUsd } from '#web/format.ts'
import { sinceText } from '#web/parts/work-queue/step-labels.ts'
import { paths } from '#web/paths.ts'
import { useNow } from '#web/site/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Track } from '#web/ui/bar.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { STAGE_WORDS } from './filter.ts'

const HEADS = ['Campaign', 'Stage', 'Ends', 'Waiting', 'Pledged, of goal', 'Earned', 'Likely']
const NUMERIC = ['Earned', 'Likely']

type Props = {
  campaigns: readonly WorkQueueCampaign[]
  /** Of all representatives: each row names its own. */
  isAll: boolean
  selected: ReadonlySet<string>
  onSelect: (id: string, on: boolean) => void
}

/** On a phone each campaign is a card of two lines, and its page has the rest. */
export function CampaignRows({ campaigns, isAll, selected, onSelect }: Props) {
  const now = useNow()
  return (
    <div className="@container/table relative overflow-x-auto">
      <table className="table stacked broad broadest" aria-label="Campaigns">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">Selected</span>
            </th>
            {HEADS.map((head) => (
              <th key={head} scope="col" className={NUMERIC.includes(head) ? 'num' : ''}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {campaigns.map((campaign) => (
            <Row
              key={campaign.id}
              campaign={campaign}
              isAll={isAll}
              now={now}
              isSelected={selected.has(campaign.id)}
              onSelect={(on) => onSelect(campaign.id, on)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A card: of two lines on a phone, and where the table is too narrow with its figures in the second one. */
const ROW =
  'max-md:grid-cols-[auto_minmax(0,1fr)_auto]! max-md:items-center max-md:py-1.5! md:@max-[69.6875rem]/table:grid-cols-[2.25rem_repeat(4,minmax(0,1fr))_9.5rem]!'
const LINK = 'font-semibold underline underline-offset-4'
const NOT_ON_A_PHONE = 'max-md:hidden!'

type RowProps = {
  campaign: WorkQueueCampaign
  isAll: boolean
  now: number
  isSelected: boolean
  onSelect: (on: boolean) => void
}

function Row({ campaign, isAll, now, isSelected, onSelect }: RowProps) {
  const { id, name, organizationName, representative, endsAt, timeZone, earned, likely } = campaign
  return (
    <tr className={ROW}>
      <td className="md:w-11">
        <Checkbox
          label={<span className="sr-only">Select {name}</span>}
          checked={isSelected}
          onChange={onSelect}
        />
      </td>
      <th scope="row" className="md:min-w-48 md:@max-[69.6875rem]/table:col-span-4">
        <Link
          to={paths.manage(id)}
          className={`${LINK} line-clamp-2 min-h-6 break-words max-md:leading-snug`}
        >
          {name}
        </Link>
        <span className={`quiet fine line-clamp-2 break-words ${NOT_ON_A_PHONE}`}>
          {[organizationName, isAll && representative?.name].filter(Boolean).join(' · ')}
        </span>
      </th>
      <td>
        <StageBadge campaign={campaign} />
      </td>
      <td
        data-label="Ends"
        className={`whitespace-nowrap md:@max-[69.6875rem]/table:col-start-2 ${NOT_ON_A_PHONE}`}
      >
        {dayText(endsAt, timeZone)}
        <span className="quiet fine block">Result: {sinceText(campaign.lastResultAt, now)}</span>
      </td>
      <td data-label="Waiting" className={`whitespace-nowrap ${NOT_ON_A_PHONE}`}>
        <Waiting campaign={campaign} />
      </td>
      <td data-label="Pledged, of goal" className={NOT_ON_A_PHONE}>
        <Pledged campaign={campaign} />
      </td>
      <td data-label="Earned" className={`num ${NOT_ON_A_PHONE}`}>
        {wholeUsd(earned)}
      </td>
      <td
        data-label="Likely"
        className={`@min-[69.75rem]/table:text-right @min-[69.75rem]/table:whitespace-nowrap ${NOT_ON_A_PHONE}`}
      >
        {likely ? rangeText(likely) : <span className="quiet">–</span>}
      </td>
      <td className="quiet fine col-span-full line-clamp-1! pb-1! pl-12! md:hidden!">{inShort(campaign)}</td>
    </tr>
  )
}

const rangeText = ({ low, high }: NonNullable<WorkQueueCampaign['likely']>): string =>
  low === high ? wholeUsd(low) : `${wholeUsd(low)} to ${wholeUsd(high)}`

function StageBadge({ campaign: { stage, status, billingHeldAt } }: { campaign: WorkQueueCampaign }) {
  const { label, tone, icon } = STAGE_WORDS[stage]
  return (
    <>
      {stage === 'active' && status === 'paused' ? (
        <Badge tone="paused">Paused</Badge>
      ) : (
        <Badge tone={tone} {...(icon ? { icon } : {})}>
          {label}
        </Badge>
      )}
      {status === 'cancelled' && <span className={`quiet fine block ${NOT_ON_A_PHONE}`}>Cancelled</span>}
      {billingHeldAt && (
        <span className={`fine block text-danger ${NOT_ON_A_PHONE}`}>Books do not balance</span>
      )}
    </>
  )
}

/** The second line of a phone's card: what waits comes first, because the end of the line may be cut. */
function inShort({ endsAt, timeZone, organizationName, ...campaign }: WorkQueueCampaign): string {
  const { unconfirmedResults, failedCharges } = campaign
  const parts = [
    ...(unconfirmedResults > 0 ? [`${countText(unconfirmedResults)} to confirm`] : []),
    ...(failedCharges > 0 ? [`${countText(failedCharges)} failed`] : []),
    `ends ${dayText(endsAt, timeZone)}`,
    organizationName,
  ]
  return capital(parts.join(' · '))
}

/** Each figure leads to where it is handled. */
function Waiting({ campaign }: { campaign: WorkQueueCampaign }) {
  const { id, name, unconfirmedResults, failedCharges, failedAmount } = campaign
  if (unconfirmedResults === 0 && failedCharges === 0) return <span className="quiet">Nothing</span>
  return (
    <>
      {unconfirmedResults > 0 && (
        <Link to={paths.manage(id, 'results')} className={`${LINK} block min-h-6 leading-6`}>
          {countText(unconfirmedResults)} to confirm
          <span className="sr-only">: {name}</span>
        </Link>
      )}
      {failedCharges > 0 && (
        <Link to={paths.failedCharges(id)} className={`${LINK} block min-h-6 leading-6 text-danger`}>
          {countText(failedCharges)} failed, {usd(failedAmount)}
          <span className="sr-only"> in failed cards: {name}</span>
        </Link>
      )}
    </>
  )
}

/** The response calls it `forecast`. */
function Pledged({ campaign: { forecast: pledged, goal } }: { campaign: WorkQueueCampaign }) {
  const percent = percentOfGoal(pledged, goal)
  return (
    <span className="block py-1.5 @min-[69.75rem]/table:min-w-36">
      <span className="flex flex-wrap justify-between gap-x-3">
        <span>
          {wholeUsd(pledged)} <span className="quiet">of {wholeUsd(goal)}</span>
        </span>
        <span className="font-semibold">{countText(percent)}%</span>
      </span>
      <Track className="bar thin mt-1" lane="pledged" percent={percent} />
    </span>
  )
}
