import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { shortCode } from '#domain/short-code.ts'
import { usePublicConfig } from '#web/site/session.ts'
import { thanksFor, useGoal } from './goal.ts'
import { ADDRESS } from './look.ts'

/** Over the whole board, readable from the last row. */
const OVER_ALL =
  'absolute inset-0 z-2 flex items-center justify-center gap-50 bg-night p-50 motion-safe:animate-[code-board_320ms_ease-out] portrait:fixed portrait:flex-col portrait:gap-[1.5rem] portrait:px-[1.125rem] portrait:py-[1.5rem]'

/** The code over the whole board: for some seconds after a goal, and while somebody at the touchline shows it (R59). */
export function CodeBoard({ detail, now }: { detail: CampaignDetail; now: number }) {
  const { appUrl } = usePublicConfig()
  const goal = useGoal(detail.statistics)
  const { id, codeShownUntil, pledgesClosedReason, vocabulary } = detail.campaigns
  const isAskedFor = Boolean(codeShownUntil) && Date.parse(codeShownUntil ?? '') > now
  if (pledgesClosedReason !== null || (goal === null && !isAskedFor)) return null
  const thanks = thanksFor(detail, vocabulary, now)
  return (
    <section className={OVER_ALL} aria-label="Pledge from your seat">
      <div className="grid max-w-440 min-w-0 gap-16">
        <p className="fig text-[max(2.5rem,--spacing(70))] leading-none wrap-anywhere whitespace-normal">
          {goal ?? 'Pledge from your seat'}
        </p>
        <p className="text-[max(1.125rem,--spacing(22))]">
          {goal && 'Pledge from your seat: '}
          {goal ? 'point' : 'Point'} your phone at the code. It takes 30 seconds, without an account.
        </p>
        <p className={`${ADDRESS} text-[max(1.125rem,--spacing(24))]`}>
          {appUrl.replace(/^https?:\/\//, '')}/c/{shortCode(id)}
        </p>
        {thanks && <p className="text-[max(1.25rem,--spacing(24))] font-bold text-bulb">{thanks}</p>}
      </div>
      <img
        src={`/api/campaigns/${id}/qr.svg?to=pledge`}
        alt=""
        width="480"
        height="480"
        className="size-360 flex-none rounded-control bg-[#fff] p-16 text-transparent portrait:size-[min(78vw,44vh)] portrait:p-[0.875rem]"
      />
    </section>
  )
}
