import { faCheck, faEye } from '@fortawesome/free-solid-svg-icons'
import { Link } from 'react-router'
import { type Check, checklistOf } from '#domain/campaigns/checklist.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import { paths } from '#web/paths.ts'
import { useNow } from '#web/site/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { Tab } from './tabs.ts'

type Props = {
  data: Management
  tab: Tab
  onEdit: () => void
}

/** While it is a draft: what a campaign usually has before it is activated. It advises and refuses nothing. */
export function Checklist({ data, tab, onEdit }: Props) {
  const now = useNow()
  if (data.campaign.status !== 'draft' || !data.permissions.canEditCampaign) return null
  const checks = checklistOf(data, now)
  const missing = checks.filter(({ isThere }) => !isThere)
  const there = checks.filter(({ isThere }) => isThere)
  const isOwners = !data.permissions.isPledgerraiserRepresentative
  return (
    // Hidden on the tabs where it is fixed.
    <details key={tab} className="disclosure mt-4" open={tab === 'supporters' && missing.length > 0}>
      <summary>
        {missing.length === 0
          ? 'Ready to activate: everything is in place'
          : `${isOwners ? 'Before it is activated' : 'Before you activate it'}: ${there.length} of ${checks.length} in place`}
      </summary>
      <div className="grid !max-w-none gap-3 pt-2 pb-3">
        {missing.length > 0 && (
          <ul className="grid gap-x-8 gap-y-1 sm:grid-cols-2 lg:grid-cols-3" aria-label="Still missing">
            {missing.map((check) => (
              <Missing key={check.key} check={check} campaignId={data.campaign.id} onEdit={onEdit} />
            ))}
          </ul>
        )}
        <p>
          <Link to={paths.campaign(data.campaign.id)} className={buttonClass({ size: 'small' })}>
            <Icon icon={faEye} />
            Preview as a visitor
          </Link>
        </p>
        {there.length > 0 && (
          <p className="fine flex flex-wrap gap-x-4 gap-y-1">
            {there.map(({ key, there: name }) => (
              <span key={key} className="quiet">
                <Icon icon={faCheck} /> {name}
              </span>
            ))}
          </p>
        )}
      </div>
    </details>
  )
}

type MissingProps = { check: Check; campaignId: string; onEdit: () => void }

function Missing({ check: { missing, why, mend, isNeeded }, campaignId, onEdit }: MissingProps) {
  return (
    <li className="min-w-0">
      {mend === 'details' ? (
        <button
          type="button"
          className="text-button -ml-1.5 text-left"
          aria-haspopup="dialog"
          onClick={onEdit}
        >
          {missing}
        </button>
      ) : (
        <Link
          to={paths.manage(campaignId, mend)}
          className="text-button -ml-1.5 text-left"
          preventScrollReset
        >
          {missing}
        </Link>
      )}
      <p className="quiet fine">
        {isNeeded && <strong className="text-ink">Required. </strong>}
        {why}
      </p>
    </li>
  )
}

/** In the form that activates it: once more, before it is done. */
export function StillMissing({ data }: { data: Management }) {
  const missing = checklistOf(data, useNow()).filter(({ isThere }) => !isThere)
  if (missing.length === 0) return null
  return (
    <div className="rounded-stat border border-line p-4">
      <strong>Still missing</strong>
      <ul className="fine mt-1 list-disc pl-5">
        {missing.map(({ key, missing: what, isNeeded }) => (
          <li key={key}>
            {what}
            {isNeeded && ' (without it no one can pledge)'}
          </li>
        ))}
      </ul>
      <p className="quiet fine mt-1">You can activate it as it is, and add these later.</p>
    </div>
  )
}
