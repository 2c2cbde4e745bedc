import { SCENES } from '#domain/scenes.ts'
import { TemplateMark } from '#web/art/template-mark.tsx'
import { StatisticIcon } from '#web/ui/statistic-icon.tsx'
import { STATISTIC_ICONS } from '#web/ui/statistic-icon-names.ts'

export function Art() {
  return (
    <div className="dev-stack">
      <ul className="dev-art">
        {SCENES.flatMap((scene) =>
          [0, 1, 2].map((variant) => (
            <li key={`${scene} ${variant}`}>
              <img src={`/art/${scene}-${variant}.svg`} alt="" width="378" height="172" loading="lazy" />
              <span className="template">
                <TemplateMark scene={scene} />
                {scene} {variant}
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
