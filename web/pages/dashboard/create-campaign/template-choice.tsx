import { faCheck } from '@fortawesome/free-solid-svg-icons'
import { useId } from 'react'
import { TEMPLATES } from '#domain/schemas/campaign.ts'
import { CampaignArt } from '#web/art/campaign-art.tsx'
import { templateLabels } from '#web/labels.ts'
import { CHOICE, CHOICE_INPUT } from '#web/ui/choice.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'

type Props = { value: string; onChange: (template: string) => void; error?: string | undefined }

/** Each template with the picture at the top of its page, until another one is uploaded. */
export function TemplateChoice({ value, onChange, error }: Props) {
  const id = useId()
  return (
    <fieldset className="field" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="field-label mb-1.5">Template</legend>
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-5">
        {TEMPLATES.map((template) => (
          <label key={template} className={`${CHOICE} block overflow-hidden`}>
            <input
              className={CHOICE_INPUT}
              type="radio"
              name={id}
              value={template}
              checked={value === template}
              onChange={() => onChange(template)}
            />
            <CampaignArt
              campaign={{ id: template, scene: template, imageUrl: null }}
              size="card"
              className="block h-auto w-full"
            />
            <span className="flex min-h-11 items-center justify-between gap-2 px-3 py-2">
              <strong className="font-[650]">{templateLabels[template]}</strong>
              {value === template && <Icon icon={faCheck} />}
            </span>
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
