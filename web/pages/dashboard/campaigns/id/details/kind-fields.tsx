import type { UseFormReturn } from 'react-hook-form'
import type { Kind } from '#domain/campaigns/scenes.ts'
import { CAMPAIGN_TYPES, type Management, TEMPLATES } from '#domain/schemas/campaign.ts'
import { spelled, templateLabels } from '#web/labels.ts'
import { lookOfKind } from '#web/parts/branding/picture-and-vocabulary-fields.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import type { Input } from './details-drawer.tsx'

const TEMPLATE_OPTIONS = TEMPLATES.map((value) => ({ value, label: templateLabels[value] }))
const TYPE_OPTIONS = CAMPAIGN_TYPES.map((value) => ({ value, label: spelled(value) }))

type Props = { form: UseFormReturn<Input>; values: Input; statistics: Management['statistics'] }

/** While it is a draft, a slip in the wizard can be put right; the picture and the words follow. */
export function KindFields({ form, values, statistics }: Props) {
  const { template, campaignType, name, scene, vocabulary } = values
  const choose = (chosen: Partial<Pick<Kind, 'template' | 'campaignType'>>): void => {
    const before = { template, campaignType, name, statistics }
    const after = { ...before, ...chosen }
    const look = lookOfKind({ scene, vocabulary }, before, after)
    form.setValue('template', after.template, { shouldDirty: true })
    form.setValue('campaignType', after.campaignType, { shouldDirty: true })
    form.setValue('scene', look.scene, { shouldDirty: true })
    form.setValue('vocabulary', look.vocabulary, { shouldDirty: true, shouldValidate: true })
  }
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <SelectField
        label="Template"
        options={TEMPLATE_OPTIONS}
        value={template}
        onChange={(value) => choose({ template: value as Kind['template'] })}
      />
      <SelectField
        label="Campaign Type"
        options={TYPE_OPTIONS}
        value={campaignType}
        onChange={(value) => choose({ campaignType: value as Kind['campaignType'] })}
      />
    </div>
  )
}
