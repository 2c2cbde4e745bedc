import { Link } from 'react-router'
import { isToBeShared } from '#domain/campaign-state.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { eventTimeText } from '#web/format.ts'
import { organizationTypeLabels } from '#web/labels.ts'
import { paths } from '#web/paths.ts'
import { usePublicConfig } from '#web/site/session.ts'
import { useWords } from '#web/site/words.ts'
import { Heading } from '#web/ui/heading.tsx'
import { ShareKit } from './share-kit.tsx'

type Props = { detail: CampaignDetail; now: number }

/** What is not the season itself: below the panel on a desktop, at the end of the page on a phone. */
export function Beside({ detail, now }: Props) {
  const { id, status, endsAt } = detail.campaigns
  const isShared = isToBeShared({ status, endsAt: new Date(endsAt) }, new Date(now))
  return (
    <>
      <NextMatch detail={detail} now={now} />
      {isShared && <SpreadTheWord campaignId={id} />}
      <AboutOrganization organization={detail.organizations} />
    </>
  )
}

const isOver = (status: string): boolean => status === 'completed' || status === 'cancelled'

/** On a phone the timeline says it, closer to the season. */
function NextMatch({ detail: { campaigns: campaign, events }, now }: Props) {
  const words = useWords()
  const [next] = events
    .filter(({ startTime }) => Date.parse(startTime) > now)
    .sort((one, other) => (one.startTime < other.startTime ? -1 : 1))
  if (!next || isOver(campaign.status)) return null
  const isMatch = next.opponent !== null || next.eventType === 'game'
  return (
    <section className="card px-5 py-4 max-lg:hidden" aria-labelledby="next-title">
      <p id="next-title" className="label quiet">
        {isMatch ? `Next ${words.match}` : 'Next'}
      </p>
      <p className="display mt-1.5 break-words large-[1.75] leading-none">{next.name}</p>
      <p className="mt-2">{eventTimeText(next, campaign.timeZone)}</p>
      {next.location && <p className="quiet break-words">{next.location}</p>}
    </section>
  )
}

function SpreadTheWord({ campaignId }: { campaignId: string }) {
  const { appUrl } = usePublicConfig()
  return (
    <section className="card px-5 pt-4 pb-3.5" aria-labelledby="spread-title">
      <Heading level={2} size="card" id="spread-title" className="mb-2.5">
        Spread the word
      </Heading>
      <ShareKit campaignId={campaignId} appUrl={appUrl} />
    </section>
  )
}

function AboutOrganization({ organization }: { organization: CampaignDetail['organizations'] }) {
  const { name, organizationType, city, state, website } = organization
  const where = city && state ? `${city}, ${state}` : null
  return (
    <section className="card px-5 py-4" aria-labelledby="organization-title">
      <h2 id="organization-title" className="label quiet">
        Raising money for
      </h2>
      <p dir="auto" className="display mt-1.5 break-words large-[1.75] leading-none">
        {name}
      </p>
      <p className="quiet fine mt-1.5">
        {[organizationTypeLabels[organizationType], where].filter(Boolean).join(' · ')}
      </p>
      <p className="mt-2 flex flex-wrap gap-x-5">
        <Link
          to={`${paths.campaigns}?${new URLSearchParams({ search: name, status: 'all' })}`}
          className="text-link inline-flex min-h-11 items-center"
        >
          All their campaigns
        </Link>
        {website && (
          <a
            href={website}
            rel="noreferrer nofollow"
            target="_blank"
            className="text-link inline-flex min-h-11 items-center"
          >
            Website
          </a>
        )}
      </p>
    </section>
  )
}
