import { Link } from 'react-router'
import { isToBeShared } from '#domain/campaigns/campaign-state.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { eventTimeText } from '#web/format.ts'
import { organizationTypeLabels } from '#web/labels.ts'
import { paths } from '#web/paths.ts'
import { usePublicConfig } from '#web/site/session.ts'
import { useWords } from '#web/site/vocabulary.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { toast } from '#web/ui/toast.tsx'

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

type ShareKitProps = {
  campaignId: string
  /** The site's own address, which other sites load the widget from. */
  appUrl: string
  /** An ambassador's code: everything then uses their link. */
  code?: string | null
}

async function copy(text: string): Promise<void> {
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  if (isCopied) toast({ title: 'Copied', description: 'Paste it where the widget should appear.' })
  else toast({ title: 'Copy it manually', description: 'Select the text and copy it.', destructive: true })
}

/** What a website's editor pastes: it needs nothing else from us. */
export const widgetTag = ({ campaignId, appUrl, code }: ShareKitProps): string =>
  `<div data-campaign="${campaignId}"${code ? ` data-ref="${code}"` : ''}></div>\n<script src="${appUrl}/embed.js" async></script>`

/** For a wall, a program, a newsletter, the school's own site. Works without a script, except for copying. */
export function ShareKit(props: ShareKitProps) {
  const { campaignId, code } = props
  const ref = code ? `?ref=${code}` : ''
  const file = (name: string): string => `/api/campaigns/${campaignId}/${name}${ref}`
  const tag = widgetTag(props)
  return (
    <Disclosure summary="Flyer, QR code and widget">
      <div className="grid gap-4">
        <p className="quiet">
          {code
            ? 'Each includes your link: pledges made through it are credited to you.'
            : 'For a wall, a program or a newsletter, and for your own website.'}
        </p>
        <p className="flex flex-wrap gap-3">
          <a
            className={buttonClass({ size: 'small' })}
            href={file('flyer.pdf')}
            target="_blank"
            rel="noreferrer"
          >
            Flyer to print (PDF)
          </a>
          <a className={buttonClass({ size: 'small' })} href={file('qr.svg')} download>
            QR code for print (SVG)
          </a>
          <a className={buttonClass({ size: 'small' })} href={file('qr.png')} download>
            QR code for screens (PNG)
          </a>
        </p>
        <TextArea
          label="Widget for your website"
          hint="Paste it into a page. It shows the current figures and links to the campaign."
          rows={3}
          readOnly
          value={tag}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button size="small" className="justify-self-start" onClick={() => void copy(tag)}>
          Copy the widget
        </Button>
      </div>
    </Disclosure>
  )
}
