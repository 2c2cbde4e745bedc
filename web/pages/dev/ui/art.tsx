import { TemplateMark } from '#web/art/template-mark.tsx'
import { StatisticIcon } from '#web/ui/statistic-icon.tsx'
import { STATISTIC_ICONS } from '#web/ui/statistic-icon-names.ts'

const TEMPLATES = ['football', 'baseball', 'soccer', 'basketball', 'custom'] as const

export function Art() {
  return (
    <div className="dev-stack">
      <ul className="dev-art">
        {TEMPLATES.flatMap((template) =>
          [0, 1, 2].map((variant) => (
            <li key={`${template} ${variant}`}>
              <img src={`/art/${template}-${variant}.svg`} alt="" width="378" height="172" loading="lazy" />
              <span className="template">
                <TemplateMark template={template} />
                {template} {variant}
              </span>
            </li>
          )),
        )}
      </ul>
      <ul className="dev-icons" aria-label="Icons of statistics">
        {STATISTIC_ICONS.map((name) => (
          <li key={name}>
            <StatisticIcon name={name} label={name} />
          </li>
        ))}
      </ul>
    </div>
  )
}
