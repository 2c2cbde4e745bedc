import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** A draft as visitors will see it, for those who may, with a link back to setting it up. */
export function DraftBar({ campaignId }: { campaignId: string }) {
  return (
    <aside className="border-b border-line bg-draftbg text-draftfg" aria-label="Preview">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2.5">
        <p className="min-w-0 flex-1 basis-72">
          <strong>Preview.</strong> This is what visitors will see once it is active. Until then, only its
          organization and representatives can see it.
        </p>
        <Link to={paths.manage(campaignId)} className={buttonClass({ size: 'small' })}>
          Continue setup
        </Link>
      </div>
    </aside>
  )
}
