import type { IconDefinition } from '@fortawesome/free-solid-svg-icons'

/** A Font Awesome picture, drawn inline: no style element, nothing to load. Decoration. */
export function Icon({ icon, className = '' }: { icon: IconDefinition; className?: string }) {
  const [width, height, , , path] = icon.icon
  return (
    <svg className={`icon ${className}`} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path d={typeof path === 'string' ? path : path.join(' ')} />
    </svg>
  )
}
