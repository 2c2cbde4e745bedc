import { faArrowRight, faPlus } from '@fortawesome/free-solid-svg-icons'
import type { Ref } from 'react'
import { Link } from 'react-router'
import { CopyInstead } from '#web/parts/campaign/choose-campaign.tsx'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { Intent } from '#web/write.ts'
import { type Draft, NEW_ORGANIZATION } from './draft.ts'
import { OrganizationDialog } from './organization-dialog.tsx'
import { OrganizationsTable } from './organizations-table.tsx'

type Props = {
  heading: Ref<HTMLHeadingElement>
  draft: Draft
  intent: Intent
  change: (changes: Partial<Draft>) => void
  onContinue: () => void
}

export function StepOrganization({ heading, draft, intent, change, onContinue }: Props) {
  const { organization, adding } = draft
  return (
    <>
      <section className="card overflow-hidden" aria-labelledby="select-organization">
        <div className="flex flex-wrap items-center justify-between gap-3 px-5 py-4">
          <div>
            <Heading level={2} ref={heading} id="select-organization" tabIndex={-1}>
              Select Organization
            </Heading>
            <p className="quiet mt-1">Who is the money for?</p>
          </div>
          <Button onClick={() => change({ adding: NEW_ORGANIZATION })}>
            <Icon icon={faPlus} /> Create Organization
          </Button>
        </div>
        <OrganizationsTable
          chosenId={organization?.id ?? null}
          onChoose={(chosen) => change({ organization: chosen })}
        />
      </section>
      <CopyInstead />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <Link to={paths.dashboard} className={`${buttonClass()} max-sm:order-2 max-sm:w-full`}>
          Back to Dashboard
        </Link>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:w-full max-sm:*:w-full">
          <p role="status" className="min-w-0 break-words">
            {organization && (
              <>
                Selected: <strong>{organization.name}</strong>
              </>
            )}
          </p>
          <Button
            kind="primary"
            reason={organization ? undefined : 'Select an organization first'}
            onClick={onContinue}
            className="max-sm:w-full"
          >
            Continue <Icon icon={faArrowRight} />
          </Button>
        </div>
      </div>
      {adding && (
        <OrganizationDialog
          intent={intent}
          typed={adding}
          onTyped={(values) => change({ adding: values })}
          onClose={() => change({ adding: null })}
          onCreated={(created) => change({ adding: null, organization: created })}
        />
      )}
    </>
  )
}
