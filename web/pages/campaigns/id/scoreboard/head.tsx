import type { Campaign } from '#domain/schemas/campaign.ts'
import type { Organization } from '#domain/schemas/organization.ts'
import { shortCode } from '#domain/short-code.ts'
import { statusLabels } from '#web/labels.ts'
import { Crest } from '#web/parts/look/crest.tsx'
import { usePublicConfig } from '#web/site/session.ts'
import { ADDRESS, LABEL, QUIET_LABEL } from './look.ts'

const CAMPAIGN_NAME =
  'mt-5 line-clamp-2 pb-[0.05em] text-[max(min(2rem,12vw),--spacing(42))] leading-[0.96] font-[850] wrap-anywhere'

/** Who plays, and where everyone in the gym can join in. */
export function BoardHead({ campaign, organization }: { campaign: Campaign; organization: Organization }) {
  const { appUrl } = usePublicConfig()
  const takesPledges = campaign.pledgesClosedReason === null
  return (
    <header className="flex min-w-0 items-center justify-between gap-30 portrait:flex-col portrait:items-start portrait:gap-[0.875rem]">
      <div className="min-w-0">
        <p className={`${QUIET_LABEL} flex items-center gap-8`}>
          <Crest
            organization={organization}
            className="size-26 min-h-[1.875rem] min-w-[1.875rem] flex-none"
          />
          <bdi>{organization.name}</bdi>
        </p>
        <h1 className={CAMPAIGN_NAME}>
          <bdi>{campaign.name}</bdi>
        </h1>
      </div>
      {takesPledges ? (
        <div className="flex flex-none items-center gap-14 text-right portrait:w-full portrait:flex-wrap portrait:justify-between portrait:text-left">
          <p>
            <span className={`${QUIET_LABEL} block`}>Pledge with them</span>
            <span className={`${ADDRESS} mt-4 block text-[max(0.9375rem,--spacing(15))]`}>
              {appUrl.replace(/^https?:\/\//, '')}/c/{shortCode(campaign.id)}
            </span>
          </p>
          <img
            src={`/api/campaigns/${campaign.id}/qr.svg?to=pledge`}
            alt=""
            width="160"
            height="160"
            className="size-80 flex-none rounded-plate bg-[#fff] p-5 text-transparent portrait:size-[5.25rem] portrait:p-[0.3125rem]"
          />
        </div>
      ) : (
        <p className={`${LABEL} rounded-plate border-2 border-current px-[0.7em] py-[0.3em]`}>
          {statusLabels[campaign.status]}
        </p>
      )}
    </header>
  )
}
