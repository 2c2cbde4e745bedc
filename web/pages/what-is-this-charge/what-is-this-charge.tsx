import { brand } from '#web/content/brand.ts'
import { whatIsThisCharge } from '#web/content/what-is-this-charge.ts'
import { PageHero } from '#web/parts/marketing/page-hero.tsx'
import { paths } from '#web/paths.ts'
import { pageMeta } from '#web/site/meta.ts'
import type { Route } from './+types/what-is-this-charge.ts'
import { ChargeQuestion } from './charge-question.tsx'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = whatIsThisCharge
  return pageMeta(matches, { title, description, path: paths.whatIsThisCharge })
}

export default function WhatIsThisCharge() {
  return (
    <main id="main">
      <PageHero title={whatIsThisCharge.title} lead={whatIsThisCharge.lead} art="custom-1" />
      <div className="wrap grid items-start gap-x-16 gap-y-6 py-10 lg:grid-cols-[minmax(0,41rem)_minmax(0,40ch)]">
        <noscript className="lg:col-span-2">
          <p className="note">
            <span>
              {whatIsThisCharge.withoutScript}{' '}
              <a href={`mailto:${brand.contactEmail}`}>{brand.contactEmail}</a>
            </span>
          </p>
        </noscript>
        <ChargeQuestion />
        <p className="quiet">{whatIsThisCharge.privacy}</p>
      </div>
    </main>
  )
}
