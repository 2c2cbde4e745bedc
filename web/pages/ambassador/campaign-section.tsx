import { Link } from 'react-router'
import type { Ambassadorship } from '#domain/schemas/ambassador.ts'
import { ambassador } from '#web/content/ambassador.ts'
import { counted, countText, percentOfGoal, toCents, usd } from '#web/format.ts'
import { statusLabels } from '#web/labels.ts'
import { paths } from '#web/paths.ts'
import { ambassadorshipsKey } from '#web/queries/ambassadors.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { CardLanes } from '#web/ui/lanes.tsx'
import { Note } from '#web/ui/note.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { useWrite } from '#web/write.ts'
import { ShareLink } from './share-link.tsx'
import { ShareTexts } from './share-texts.tsx'
import { standingWords } from './words.ts'

type Props = { ambassadorship: Ambassadorship }

/** One campaign: what the ambassador brought, and what to share. */
export function CampaignSection({ ambassadorship, isOpen }: Props & { isOpen: boolean }) {
  const { id, campaignId, campaignName, campaignStatus, organizationName } = ambassadorship
  const { supportersCount, totalPledged } = ambassadorship
  return (
    <Fold
      id={`campaign-${id}`}
      title={<span dir="auto">{campaignName}</span>}
      note={`${counted(supportersCount, 'supporter')} · ${usd(totalPledged)} pledged · ${organizationName}`}
      isOpen={isOpen}
    >
      <div className="grid gap-5">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Badge tone={campaignStatus}>{statusLabels[campaignStatus]}</Badge>
          <p className="quiet min-w-0 flex-1 break-words">{organizationName}</p>
          <Link to={paths.campaign(campaignId)} className="text-link">
            View Campaign
          </Link>
        </div>
        {campaignStatus !== 'active' && <Note>{ambassador.closed[campaignStatus]}</Note>}
        <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
          <Brought ambassadorship={ambassadorship} />
          {campaignStatus === 'active' && <ShareLink ambassadorship={ambassadorship} />}
        </div>
        {campaignStatus === 'active' && <ShareTexts ambassadorship={ambassadorship} />}
      </div>
    </Fold>
  )
}

/** Three lanes on one scale, never summed (R11). */
function Brought({ ambassadorship }: Props) {
  const { supportersCount, totalPledged, totalEarned, totalCollected } = ambassadorship
  const amounts = [totalPledged, totalEarned, totalCollected]
  const most = amounts.reduce((one, other) => (toCents(other) > toCents(one) ? other : one))
  const lane = (name: 'pledged' | 'earned' | 'collected', label: string, amount: string) => ({
    lane: name,
    label,
    amount: usd(amount),
    percent: percentOfGoal(amount, most),
  })
  return (
    <div className="grid content-start gap-4">
      <div>
        <p className="label quiet">Supporters you brought</p>
        <Figure text={countText(supportersCount)} size="m" className="mt-1.5 block" />
        <p className="mt-2">{standingWords(ambassadorship)}</p>
      </div>
      <CardLanes
        lanes={[
          lane('pledged', 'Pledged', totalPledged),
          lane('earned', 'Earned', totalEarned),
          lane('collected', 'Collected', totalCollected),
        ]}
      />
      <p className="quiet fine">
        Pledged is what they are expected to pay, earned is what confirmed results add up to, and collected is
        what they have paid.
      </p>
      <Shown ambassadorship={ambassadorship} />
    </div>
  )
}

function Shown({ ambassadorship }: Props) {
  const { id, campaignId, onLeaderboard } = ambassadorship
  const write = useWrite<Ambassadorship, boolean>({
    request: (isOn) => ({
      method: 'PUT',
      path: `/api/user/ambassadorships/${id}`,
      payload: { onLeaderboard: isOn },
    }),
    failure: 'Not saved',
    refresh: [ambassadorshipsKey, [...campaignKey(campaignId), 'leaderboard']],
  })
  return (
    <Switch
      checked={write.isPending ? write.variables : onLeaderboard}
      disabled={write.isPending}
      onChange={(isOn) => write.mutate(isOn)}
      label={ambassador.leaderboard.label}
      hint={ambassador.leaderboard.hint}
    />
  )
}
