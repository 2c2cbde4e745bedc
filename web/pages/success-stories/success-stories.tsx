import { dollars, formatUsd, negate } from '#domain/money.ts'
import { type Story, type StoryLine, stories } from '#web/content/stories.ts'
import { countText, usd } from '#web/format.ts'
import { ClosingCall } from '#web/parts/marketing/closing-call.tsx'
import { Ledger } from '#web/parts/marketing/ledger.tsx'
import { PageHero } from '#web/parts/marketing/page-hero.tsx'
import { ShareBar } from '#web/parts/marketing/share-bar.tsx'
import { collectedIn, lineTotal } from '#web/parts/marketing/sums.ts'
import { paths } from '#web/paths.ts'
import { pageMeta } from '#web/site/meta.ts'
import { Figure } from '#web/ui/figure.tsx'
import type { Route } from './+types/success-stories.ts'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: stories.title,
    description: stories.description,
    path: paths.successStories,
  })
}

export default function SuccessStories() {
  return (
    <main id="main">
      <PageHero title={stories.title} lead={stories.lead} art="football-0" />
      <div className="wrap grid gap-6 pt-7 lg:gap-10 lg:pt-10">
        {stories.note && <p className="quiet fine">{stories.note}</p>}
        {stories.items.map((story, index) => (
          <StoryArticle key={story.id} story={story} isTurned={index % 2 === 1} />
        ))}
      </div>
      <ClosingCall />
    </main>
  )
}

/** Text and picture beside the sums; every second one mirrored. */
function StoryArticle({ story, isTurned }: { story: Story; isTurned: boolean }) {
  const collected = collectedIn(story)
  return (
    <article
      id={story.id}
      className="card grid scroll-mt-4 overflow-hidden lg:grid-cols-2"
      aria-labelledby={`${story.id}-title`}
    >
      <div className={isTurned ? 'lg:order-2' : ''}>
        <img
          src={`/art/${story.template}-0.svg`}
          alt=""
          width="756"
          height="344"
          loading="lazy"
          className="h-43 w-full bg-boarddeep object-cover lg:h-60"
        />
        <div className="px-5 pt-5.5 pb-2 md:px-8">
          <p className="quiet dense">
            <strong>{story.team}</strong> · {story.place}
          </p>
          <h2 id={`${story.id}-title`} className="mt-2 mb-3">
            {story.headline}
          </h2>
          {story.text.map((paragraph) => (
            <p key={paragraph} className="not-last:mb-2.5">
              {paragraph}
            </p>
          ))}
        </div>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-9 gap-y-4 px-5 pt-3 pb-5.5 md:px-8">
          <div>
            <dt className="label mb-1 text-ink2">Supporters</dt>
            <dd>
              <Figure text={countText(story.supporters)} size="m" />
            </dd>
          </div>
          <div>
            <dt className="label mb-1 text-ink2">Collected</dt>
            <dd>
              <Figure text={formatUsd(collected)} size="m" />
            </dd>
          </div>
          <div className="col-span-full">
            <dt className="label mb-1 text-ink2">What it bought</dt>
            <dd className="font-semibold">{story.bought}</dd>
          </div>
        </dl>
      </div>
      <div className="grid content-between gap-6 bg-sunken px-5 pt-5.5 pb-6 md:px-8 lg:p-9">
        <StoryLedger story={story} />
        <ShareBar collected={collected} cents yours={`to ${story.team}`} />
      </div>
    </article>
  )
}

/** How a story's money added up: every line of it, and the sum. */
function StoryLedger({ story }: { story: Story }) {
  const heldBack = dollars(story.heldBack)
  const rows = story.lines.map((line) => ({
    key: line.what,
    label: line.what,
    note: explained(line),
    amount: formatUsd(lineTotal(line)),
  }))
  if (heldBack > 0) {
    const note = 'by supporters’ own maximums'
    rows.push({ key: 'held back', label: 'Held back', note, amount: formatUsd(negate(heldBack)) })
  }
  return (
    <Ledger
      caption={<caption className="label pb-2 text-left text-ink2">How it added up</caption>}
      columns={['What was pledged for', 'Amount']}
      rows={rows}
      total={{ label: 'Collected', amount: formatUsd(collectedIn(story)) }}
    />
  )
}

function explained({ rate, count, unit, missed }: StoryLine): string {
  if (missed) return `${usd(rate)} pledged, not achieved, so not owed`
  if (count === undefined) return 'all pledges together'
  return `${countText(count)} × ${usd(rate)} per ${unit}, all pledges together`
}
