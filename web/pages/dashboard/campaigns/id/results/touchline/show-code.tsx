import { faQrcode } from '@fortawesome/free-solid-svg-icons'
import type { Management } from '#domain/schemas/campaign.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { useNow } from '#web/site/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useWrite } from '#web/write.ts'

/** At half-time: the scoreboard shows its code in large size, so that spectators can pledge (R59). */
export function ShowCode({ campaign }: Pick<Management, 'campaign'>) {
  const now = useNow()
  const isShown = Boolean(campaign.codeShownUntil) && Date.parse(campaign.codeShownUntil ?? '') > now
  const { mutate, isPending } = useWrite<null>({
    request: () => ({
      method: 'PUT',
      path: `/api/campaigns/${campaign.id}/scoreboard`,
      payload: { showsCode: !isShown },
    }),
    failure: isShown ? 'Still on the scoreboard' : 'Not on the scoreboard',
    success: isShown
      ? {
          title: 'The code is off the scoreboard',
          description: `It shows the ${campaign.vocabulary.season} again.`,
        }
      : { title: 'The code is on the scoreboard', description: 'For 15 minutes, or until you take it down.' },
    refresh: [campaignKey(campaign.id)],
  })
  if (campaign.pledgesClosedReason !== null) return null
  return (
    <Button
      className="justify-self-start"
      pending={isPending && 'One moment...'}
      onClick={() => mutate(undefined)}
    >
      <Icon icon={faQrcode} />
      {isShown ? 'Take the code down' : 'Show code on the scoreboard'}
    </Button>
  )
}
