import { formatUsd } from '#domain/money.ts'
import { type Story, stories } from '#web/content/stories.ts'
import { countText } from '#web/format.ts'
import { ClosingCall } from '#web/parts/marketing/closing-call.tsx'
import { PageHero } from '#web/parts/marketing/page-hero.tsx'
import { ShareBar } from '#web/parts/marketing/share-bar.tsx'
import { collectedIn } from '#web/parts/marketing/sums.ts'
import { paths } from '#web/paths.ts'
import { pageMeta } from '#web/site/meta.ts'
import { Figure } from '#web/ui/figure.tsx'
import type { Route } from './+types/success-stories.ts'
import { StoryLedger } from './story-ledger.tsx'

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
      <div className="wrap stories">
        {stories.note && <p className="quiet fine">{stories.note}</p>}
        {stories.items.map((story) => (
          <StoryArticle key={story.id} story={story} />
        ))}
      </div>
      <ClosingCall />
    </main>
  )
}

function StoryArticle({ story }: { story: Story }) {
  const collected = collectedIn(story)
  return (
    <article id={story.id} className="story card" aria-labelledby={`${story.id}-title`}>
      <div className="story-words">
        <img src={`/art/${story.template}-0.svg`} alt="" width="756" height="344" loading="lazy" />
        <div className="story-text">
          <p className="quiet dense">
            <strong>{story.team}</strong> · {story.place}
          </p>
          <h2 id={`${story.id}-title`}>{story.headline}</h2>
          {story.text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <dl className="story-facts">
          <div>
            <dt className="label">Supporters</dt>
            <dd>
              <Figure text={countText(story.supporters)} size="m" />
            </dd>
          </div>
          <div>
            <dt className="label">Collected</dt>
            <dd>
              <Figure text={formatUsd(collected)} size="m" />
            </dd>
          </div>
          <div className="whole">
            <dt className="label">What it bought</dt>
            <dd>{story.bought}</dd>
          </div>
        </dl>
      </div>
      <div className="story-sums">
        <StoryLedger story={story} />
        <ShareBar collected={collected} cents yours={`to ${story.team}`} />
      </div>
    </article>
  )
}
