import { faArrowUpFromBracket, faCalendarPlus } from '@fortawesome/free-solid-svg-icons'
import { ResultAlerts } from '#web/parts/alerts/result-alerts.tsx'
import { share } from '#web/parts/campaign/share.ts'
import { paths, schedulePath } from '#web/paths.ts'
import { usePublicConfig } from '#web/site/session.ts'
import { useWords } from '#web/site/vocabulary.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'

type Props = {
  campaignId: string
  campaignName: string
  /** The code of the ambassador who brought them: their friends are credited to the same one. */
  referralCode: string | null
  /** This pledge's alerts; null where its page is not known here. */
  alertsPath: string | null
  level?: 2 | 3 | 4
}

/** The moment after a pledge: the team's picture, one tap to share it, and the season in the calendar. */
export function AfterPledge({ campaignId, campaignName, referralCode, alertsPath, level = 2 }: Props) {
  const { appUrl } = usePublicConfig()
  const words = useWords()
  const ref = referralCode ? `?ref=${referralCode}` : ''
  const link = `${appUrl}${paths.campaign(campaignId)}${ref}`
  return (
    <section className="grid w-full gap-3" aria-labelledby="tell-title">
      <Heading level={level} size="card" id="tell-title">
        Tell two friends
      </Heading>
      <img
        src={`/api/campaigns/${campaignId}/share.png${ref}`}
        alt={`${campaignName}: what has been pledged and earned`}
        width="1200"
        height="630"
        loading="lazy"
        className="h-auto w-full rounded-card border border-line"
      />
      <Button kind="primary" size="big" full onClick={() => void share(campaignName, link)}>
        <Icon icon={faArrowUpFromBracket} />
        Share
      </Button>
      <a className={buttonClass({ full: true })} href={schedulePath(campaignId)}>
        <Icon icon={faCalendarPlus} />
        Add the {words.season} to my calendar
      </a>
      {alertsPath && <ResultAlerts path={alertsPath} level={level} className="border-t border-line pt-4" />}
      <p className="quiet fine">
        We email you after each confirmed {words.match}: what it added, and what is left of your maximum. Each
        of those emails has a link that stops them.
      </p>
    </section>
  )
}
