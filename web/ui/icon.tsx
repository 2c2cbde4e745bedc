import type { IconDefinition } from '@fortawesome/free-solid-svg-icons'

/** A Font Awesome picture, drawn inline: no style element, nothing to load. Decoration unless it has a name. */
export function Icon({
  icon,
  label,
  className = '',
}: {
  icon: IconDefinition
  label?: string
  className?: string
}) {
  const [width, height, , , path] = icon.icon
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label, or hidden
    <svg
      className={`icon ${className}`}
      viewBox={`0 0 ${width} ${height}`}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={typeof path === 'string' ? path : path.join(' ')} />
    </svg>
  )
}
