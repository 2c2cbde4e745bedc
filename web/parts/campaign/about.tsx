import { faShieldAlt } from '@fortawesome/free-solid-svg-icons'
import type { Vocabulary } from '#domain/campaigns/vocabulary.ts'
import type { Campaign } from '#domain/schemas/campaign.ts'
import type { Organization } from '#domain/schemas/organization.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { useWords } from '#web/site/vocabulary.ts'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'

const paragraphs = (text: string) => text.split(/\n{2,}/).filter((part) => part.trim())

export function About({ campaign, organization }: { campaign: Campaign; organization: Organization }) {
  const helps = campaign.howThisCampaignHelps?.description
  return (
    <section className="card pad prose">
      <Heading level={2} size="card" className="mb-3">
        About This Campaign
      </Heading>
      {paragraphs(campaign.aboutThisCampaign).map((part) => (
        <p key={part} dir="auto" className="max-w-[62ch] whitespace-pre-line">
          {part}
        </p>
      ))}
      {helps && (
        <div className="mt-4 rounded-control bg-turfwash p-4">
          <h3 className="mb-2">How This Campaign Helps</h3>
          <p dir="auto" className="max-w-[62ch] whitespace-pre-line">
            {helps}
          </p>
        </div>
      )}
      {organization.is501c3 && (
        <p className="quiet fine mt-4 flex items-start gap-2.5">
          <Icon icon={faShieldAlt} className="mt-0.5" />
          {organization.name} is a 501(c)(3) organization. Contributions are tax-deductible to the extent
          allowed by law.
        </p>
      )}
    </section>
  )
}

type Named = Pick<Statistic, 'name' | 'isActive'>

/** The first of what can be pledged on: "goals, wins or a one-time gift". */
function examplesOf(statistics: readonly Named[]): string {
  const names = statistics.filter(({ isActive }) => isActive).map(({ name }) => name)
  const [first, second, third] = names
  if (first === undefined) return 'what counts'
  if (second === undefined) return first
  return third === undefined ? `${first} or ${second}` : `${first}, ${second} or ${third}`
}

const stepsFor = (words: Vocabulary, statistics: readonly Named[]) => [
  { title: 'Select Stats', text: `Choose ${examplesOf(statistics)}, and what each is worth to you.` },
  {
    title: 'Watch & Cheer',
    text: `Results land here after every ${words.match}, checked by a second person.`,
  },
  { title: 'Pay for Results', text: 'You get a statement first, then pay. Never more than your maximum.' },
]

export function HowThisWorks({ statistics }: { statistics: readonly Named[] }) {
  const words = useWords()
  return (
    <section className="card pad">
      <Heading level={2} size="card">
        How This Works
      </Heading>
      <ol className="mt-3.5 grid gap-x-6 gap-y-3.5 md:grid-cols-3">
        {stepsFor(words, statistics).map(({ title, text }, index) => (
          <li key={title} className="grid grid-cols-[1.75rem_minmax(0,1fr)] content-start gap-x-2">
            <span className="fig row-span-2 large-[1.875] text-accenttext" aria-hidden="true">
              {index + 1}
            </span>
            <Heading level={3} size="detail">
              {title}
            </Heading>
            <p className="quiet dense mt-0.5">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
