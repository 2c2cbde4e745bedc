import { faArrowUpFromBracket } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { sum, toDecimal } from '#domain/money.ts'
import type { Ambassadorship } from '#domain/schemas/ambassador.ts'
import { ambassador, fill } from '#web/content/ambassador.ts'
import { counted, countText, percentOfGoal, quantityText, toCents, usd } from '#web/format.ts'
import { statusLabels } from '#web/labels.ts'
import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { LinkToShare } from '#web/parts/campaign/link-to-share.tsx'
import { share } from '#web/parts/campaign/share.ts'
import { paths } from '#web/paths.ts'
import { ambassadorshipsKey, ambassadorshipsQuery } from '#web/queries/ambassadors.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { privateMeta } from '#web/site/meta.ts'
import { useOpenByHash } from '#web/site/open-by-hash.ts'
import { usePublicConfig } from '#web/site/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { CardLanes } from '#web/ui/lanes.tsx'
import { EmptyState, Note, Skeleton } from '#web/ui/note.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Tiles } from '#web/ui/tiles.tsx'
import { useWrite } from '#web/write.ts'

const rules = new Intl.PluralRules('en-US', { type: 'ordinal' })
const ENDINGS: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }

/** `1st`, `22nd`. */
export const ordinal = (value: number): string => `${countText(value)}${ENDINGS[rules.select(value)] ?? 'th'}`

/** How an ambassador is doing, put kindly: a rank in the upper half, and below it only what they brought. */
export function rankSentence({
  rank,
  joinedCount,
  supportersCount,
}: Pick<Ambassadorship, 'rank' | 'joinedCount' | 'supportersCount'>): string {
  if (supportersCount === 0) return ambassador.noSupporters
  if (rank) {
    const place = `${ordinal(rank.rank)} of ${countText(joinedCount)} ambassadors`
    return rank.isShared ? `You are tied for ${place}.` : `You are ${place}.`
  }
  return `You brought ${counted(supportersCount, 'supporter')}. Thank you! Each of them helps the team.`
}

/** The last confirmed result, in a sentence; null before there is one. */
export function resultWords(latest: Ambassadorship['latestResult']): string | null {
  if (!latest) return null
  return ambassador.result
    .replace('{event}', () => latest.event)
    .replace('{quantity}', () => quantityText(latest.quantity))
    .replace('{statistic}', () => latest.statistic)
}

/** The chat message of one campaign, filled in. */
const chatText = (
  { organizationName, campaignName, latestResult, link }: Ambassadorship,
  appUrl: string,
): string => {
  const filling = { team: organizationName, campaign: campaignName, link: `${appUrl}${link}` }
  return fill(ambassador.texts[0].body, { ...filling, result: resultWords(latestResult) })
}

/** The campaign that one message would help most today: one without supporters, then one with news, then the first. */
export function todayOf(
  ambassadorships: readonly Ambassadorship[],
): { ambassadorship: Ambassadorship; sentence: string } | null {
  const open = ambassadorships.filter(({ campaignStatus }) => campaignStatus === 'active')
  const first = open.find(({ supportersCount }) => supportersCount === 0)
  const news = open.find(({ latestResult }) => latestResult !== null)
  const ambassadorship = first ?? news ?? open[0]
  if (!ambassadorship) return null
  const { today } = ambassador
  const sentence = first ? today.first : news ? today.news : today.plain
  return { ambassadorship, sentence: sentence.replace('{campaign}', () => ambassadorship.campaignName) }
}

const queries = () => [ambassadorshipsQuery]
export const loader = signedInLoader(queries)
export const clientLoader = signedInBrowserLoader(queries)
export const meta = () => privateMeta(ambassador.title)

/** An ambassador's own links and figures, and nobody else's. */
export default function Ambassador() {
  const { data, error } = useQuery(ambassadorshipsQuery)
  useOpenByHash()
  return (
    <main id="main" className="wrap grid grid-cols-[minmax(0,1fr)] gap-5 pt-8 lg:pt-10">
      <div>
        <h1>{ambassador.title}</h1>
        <p className="quiet mt-2 max-w-[72ch]">{ambassador.lead}</p>
      </div>
      {error && !data ? (
        <Note tone="danger" role="alert">
          {error.message}
        </Note>
      ) : (
        <Sections ambassadorships={data} />
      )}
    </main>
  )
}

function Sections({ ambassadorships }: { ambassadorships: Ambassadorship[] | undefined }) {
  if (!ambassadorships) return <Skeleton className="h-120" />
  if (ambassadorships.length === 0) return <None />
  const isOpen = ({ campaignStatus }: Ambassadorship) => campaignStatus === 'active'
  const ordered = [...ambassadorships.filter(isOpen), ...ambassadorships.filter((one) => !isOpen(one))]
  return (
    <>
      <Summary ambassadorships={ordered} />
      <Today ambassadorships={ordered} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {ordered.map((one) => (
          <CampaignSection key={one.id} ambassadorship={one} isOpen={ordered.length === 1} />
        ))}
      </div>
    </>
  )
}

function None() {
  return (
    <EmptyState
      level={2}
      title={ambassador.empty.title}
      action={
        <Link to={paths.campaigns} className={buttonClass()}>
          Browse Campaigns
        </Link>
      }
    >
      {ambassador.empty.text}
    </EmptyState>
  )
}

/** All links together. Each lane is added up separately, and never to another. */
function Summary({ ambassadorships }: { ambassadorships: readonly Ambassadorship[] }) {
  const total = (of: (one: Ambassadorship) => string): string =>
    usd(toDecimal(sum(ambassadorships.map((one) => toCents(of(one))))))
  const supporters = ambassadorships.reduce((count, { supportersCount }) => count + supportersCount, 0)
  return (
    <section className="card" aria-label="All your links together">
      <Tiles
        tiles={[
          { label: 'Supporters you brought', figure: <Figure text={countText(supporters)} /> },
          { label: 'Pledged', figure: <Figure text={total(({ totalPledged }) => totalPledged)} /> },
          { label: 'Earned', figure: <Figure text={total(({ totalEarned }) => totalEarned)} /> },
          { label: 'Collected', figure: <Figure text={total(({ totalCollected }) => totalCollected)} /> },
        ]}
      />
    </section>
  )
}

/** Ready to send, with the team, the last confirmed result and the link; edit them where they are pasted. */
function ShareTexts({ ambassadorship }: { ambassadorship: Ambassadorship }) {
  const { appUrl } = usePublicConfig()
  const { organizationName, campaignName, latestResult, link } = ambassadorship
  const filling = {
    team: organizationName,
    campaign: campaignName,
    result: resultWords(latestResult),
    link: `${appUrl}${link}`,
  }
  return (
    <Disclosure summary="Messages to share">
      <ul className="grid gap-7">
        {ambassador.texts.map(({ id, label, subject, body }) => {
          const title = subject && fill(subject, filling)
          const text = fill(body, filling)
          return (
            <li key={id} className="grid justify-items-start gap-3">
              {title && <TextField label="Subject" readOnly value={title} className="w-full" />}
              <TextArea label={label} readOnly rows={title ? 12 : 8} value={text} className="w-full" />
              <CopyButton text={title ? `${title}\n\n${text}` : text}>
                {`Copy: ${label.toLowerCase()}`}
              </CopyButton>
            </li>
          )
        })}
      </ul>
    </Disclosure>
  )
}

/** The link itself, as text, as a code to scan, and on paper. */
function ShareLink({ ambassadorship }: { ambassadorship: Ambassadorship }) {
  const { appUrl } = usePublicConfig()
  const { campaignId, campaignName, ambassadorReferralCode: code } = ambassadorship
  const file = (name: string): string => `/api/campaigns/${campaignId}/${name}?ref=${code}`
  return (
    <div className="grid content-start gap-4">
      <LinkToShare link={`${appUrl}${ambassadorship.link}`} campaignName={campaignName} />
      <div className="flex flex-wrap items-center gap-5">
        <img
          src={file('qr.svg')}
          alt={`QR code that opens ${campaignName} through your link`}
          width="168"
          height="168"
          loading="lazy"
          className="rounded-stat border border-line bg-white"
        />
        <p className="grid gap-3">
          <a
            className={buttonClass({ size: 'small' })}
            href={file('flyer.pdf')}
            target="_blank"
            rel="noreferrer"
          >
            Flyer to print (PDF)
          </a>
          <a className={buttonClass({ size: 'small' })} href={file('qr.png')} download>
            QR code (PNG)
          </a>
        </p>
      </div>
    </div>
  )
}

/** One message to one more person, ready to send: for a campaign without supporters yet, or one that has news. */
function Today({ ambassadorships }: { ambassadorships: readonly Ambassadorship[] }) {
  const { appUrl } = usePublicConfig()
  const today = todayOf(ambassadorships)
  if (!today) return null
  const { ambassadorship, sentence } = today
  const text = chatText(ambassadorship, appUrl)
  return (
    <section className="card p-5 md:p-7" aria-labelledby="today-title">
      <Heading level={2} size="card" id="today-title">
        {ambassador.today.title}
      </Heading>
      <p className="mt-1.5 max-w-[62ch] break-words">{sentence}</p>
      <blockquote className="dense mt-3 rounded-control bg-sunken p-4 break-words">{text}</blockquote>
      <div className="mt-3.5 flex flex-wrap gap-3">
        <Button
          kind="primary"
          onClick={() => void share(ambassadorship.campaignName, `${appUrl}${ambassadorship.link}`)}
        >
          <Icon icon={faArrowUpFromBracket} />
          Share the link
        </Button>
        <CopyButton text={text}>Copy the message</CopyButton>
      </div>
    </section>
  )
}

type Props = { ambassadorship: Ambassadorship }

/** One campaign: what the ambassador brought, and what to share. */
function CampaignSection({ ambassadorship, isOpen }: Props & { isOpen: boolean }) {
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

/** Three lanes on one scale, never summed. */
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
        <p className="mt-2">{rankSentence(ambassadorship)}</p>
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
