import type { Cause } from '#domain/campaigns/causes.ts'
import type { OrganizationLook } from '#domain/campaigns/crest.ts'
import { artPath } from '#web/art/address.ts'
import { Colors, ColorsOver, Crest } from '#web/parts/branding/crest.tsx'
import {
  chosenStatistics,
  errorsByPlace,
  namesOf,
  type ProposalRow,
  proposedRows,
  type StatisticInput,
} from '#web/parts/statistics/proposals.ts'
import { ProposalsList } from '#web/parts/statistics/proposals-list.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { HERO_PICTURE } from '#web/ui/hero.ts'
import { Switch } from '#web/ui/switch.tsx'
import type { Proposals } from './draft.ts'

const rowsOf = (cause: Cause, { rows }: Proposals): ProposalRow[] => rows[cause] ?? proposedRows(cause)

/** The statistics to create the campaign with; none if that is turned off. */
export const startingStatistics = (cause: Cause, proposals: Proposals): StatisticInput[] =>
  proposals.isOn ? chosenStatistics(cause, rowsOf(cause, proposals)) : []

/** The switch is on, and nothing would be created with the campaign. */
export const isNoneChosen = (cause: Cause, proposals: Proposals): boolean =>
  proposals.isOn && startingStatistics(cause, proposals).length === 0

type Props = {
  cause: Cause
  proposals: Proposals
  problems: Readonly<Record<string, string>>
  /** Once the form was sent. */
  isNoneWrong: boolean
  onChange: (proposals: Proposals) => void
}

/** What its kind of cause usually counts, created with the campaign: all or none. */
export function StartingStatistics({ cause, proposals, problems, isNoneWrong, onChange }: Props) {
  const rows = rowsOf(cause, proposals)
  const errors = errorsByPlace(problems, rows)
  return (
    <section className="grid gap-3" aria-label="Statistics to start with">
      <Switch
        label={`Start with ${namesOf(cause).toLowerCase()}`}
        hint="Supporters pledge on these. You can change them and add more later."
        checked={proposals.isOn}
        onChange={(isOn) => onChange({ ...proposals, isOn })}
      />
      {proposals.isOn && (
        <Disclosure
          summary="Choose and adjust the statistics"
          open={isNoneWrong || Object.keys(errors).length > 0}
        >
          <ProposalsList
            key={cause}
            cause={cause}
            rows={rows}
            errors={errors}
            onChange={(changed) => onChange({ ...proposals, rows: { ...proposals.rows, [cause]: changed } })}
          />
        </Disclosure>
      )}
      {isNoneWrong && <FieldError isAlert>Choose at least one statistic, or turn this off.</FieldError>}
    </section>
  )
}

type PagePreviewProps = {
  organization: OrganizationLook
  /** As typed so far. */
  name: string
  about: string
  cause: Cause
  /** Of the chosen photo; null: the drawing. */
  photo: string | null
}

/** The top of the campaign's page and its tile in the list, as they will look. */
export function PagePreview({ organization, name, about, cause, photo }: PagePreviewProps) {
  const title = name.trim() || 'The name of your campaign'
  return (
    <figure className="grid gap-2">
      <div className="grid items-stretch gap-4 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className={`hero rounded-card ${photo ? 'photo' : ''}`}>
          <Photo cause={cause} photo={photo} size="wide" className={HERO_PICTURE} />
          <Colors organization={organization} className="absolute top-0 h-2" />
          <div className="grid min-h-72 content-end gap-3 p-5 pt-24 lg:max-w-[34ch]">
            <p className="fig text-3xl leading-none wrap-anywhere whitespace-normal" dir="auto">
              {title}
            </p>
            <p className="flex items-center gap-3 font-semibold">
              <Crest organization={organization} className="size-11 flex-none" />
              <span className="min-w-0 wrap-anywhere">{organization.name}</span>
            </p>
            {about.trim() && (
              <p className="dense line-clamp-2 wrap-anywhere" dir="auto">
                {about}
              </p>
            )}
          </div>
        </div>
        <div className="card hidden overflow-hidden md:block">
          <div className="relative h-36 overflow-hidden">
            <Photo cause={cause} photo={photo} size="card" className="block size-full object-cover" />
            {!photo && <ColorsOver organization={organization} />}
            <Crest organization={organization} className="absolute top-8 left-[4%] size-20" />
          </div>
          <div className="grid gap-1 p-4">
            <p className="fig text-xl leading-tight wrap-anywhere whitespace-normal" dir="auto">
              {title}
            </p>
            <p className="fine quiet wrap-anywhere">{organization.name}</p>
          </div>
        </div>
      </div>
      <figcaption className="field-hint">
        The top of its page<span className="max-md:hidden">, and its tile in the list</span>.
      </figcaption>
    </figure>
  )
}

type PhotoProps = Pick<PagePreviewProps, 'cause' | 'photo'> & { size: 'card' | 'wide'; className: string }

const Photo = ({ cause, photo, size, className }: PhotoProps) => (
  <img src={photo ?? artPath(cause, cause, size)} alt="" className={className} />
)
