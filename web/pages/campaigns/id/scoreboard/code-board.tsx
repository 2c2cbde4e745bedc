import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { shortCode } from '#domain/short-code.ts'
import { usePublicConfig } from '#web/site/session.ts'
import { thanksFor, useGoal } from './goal.ts'

/** The code over the whole board: after a goal for some seconds, and while somebody at the touchline has it shown (R59). */
export function CodeBoard({ detail, now }: { detail: CampaignDetail; now: number }) {
  const { appUrl } = usePublicConfig()
  const goal = useGoal(detail.statistics)
  const { id, codeShownUntil, pledgesClosedReason, vocabulary } = detail.campaigns
  const isAskedFor = Boolean(codeShownUntil) && Date.parse(codeShownUntil ?? '') > now
  if (pledgesClosedReason !== null || (goal === null && !isAskedFor)) return null
  const thanks = thanksFor(detail, vocabulary, now)
  return (
    <section className="code-board" aria-label="Pledge from your seat">
      <div className="says">
        <p className="what fig">{goal ?? 'Pledge from your seat'}</p>
        <p className="how">
          {goal && 'Pledge from your seat: '}
          {goal ? 'point' : 'Point'} your phone at the code. It takes 30 seconds, without an account.
        </p>
        <p className="address">
          {appUrl.replace(/^https?:\/\//, '')}/c/{shortCode(id)}
        </p>
        {thanks && <p className="thanks">{thanks}</p>}
      </div>
      <img src={`/api/campaigns/${id}/qr.svg?to=pledge`} alt="" width="480" height="480" />
    </section>
  )
}
