import { faShieldAlt } from '@fortawesome/free-solid-svg-icons'
import type { Campaign } from '#domain/schemas/campaign.ts'
import type { Organization } from '#domain/schemas/organization.ts'
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
