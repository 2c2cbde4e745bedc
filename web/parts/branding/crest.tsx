import { useId } from 'react'
import { crestOf, type Crest as Drawn, type OrganizationLook } from '#domain/campaigns/crest.ts'

type Props = { organization: OrganizationLook; className?: string }

/** An organization's logo, or the crest that is drawn from its name and colors. Its name stands beside it. */
export function Crest({ organization, className = '' }: Props) {
  if (organization.logoUrl)
    return (
      <img
        src={organization.logoUrl}
        alt=""
        width={64}
        height={64}
        className={`${className} rounded-control bg-[#fff] object-contain p-1`}
      />
    )
  return <DrawnCrest organization={organization} crest={crestOf(organization)} className={className} />
}

function DrawnCrest({ organization, crest, className }: Required<Props> & { crest: Drawn }) {
  const clip = useId()
  const { shape, charge, initials, ink, size } = crest
  return (
    <svg viewBox="0 0 64 64" className={className} aria-hidden="true">
      <clipPath id={clip}>
        <path d={shape} />
      </clipPath>
      <path d={shape} fill={organization.firstColor} />
      <path d={charge} fill={organization.secondColor} clipPath={`url(#${clip})`} />
      <path d={shape} fill="none" stroke="#fff" strokeWidth="2" />
      <path d={shape} fill="none" stroke="#000" strokeOpacity="0.35" strokeWidth="0.75" />
      <text
        x="32"
        y="33"
        textAnchor="middle"
        dominantBaseline="central"
        fill={ink}
        fontSize={size}
        className="font-display font-extrabold"
      >
        {initials}
      </text>
    </svg>
  )
}

/** Both colors side by side, as an edge of what they belong to. */
export function Colors({ organization, className = 'h-1.5' }: Props) {
  return (
    <svg className={`block w-full ${className}`} aria-hidden="true">
      <rect width="100%" height="100%" fill={organization.secondColor} />
      <rect width="70%" height="100%" fill={organization.firstColor} />
    </svg>
  )
}

/** Across the left of a drawn picture, whose landmark is right of the middle: two campaigns with one drawing differ. */
export function ColorsOver({ organization }: Pick<Props, 'organization'>) {
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="absolute inset-0 size-full"
      aria-hidden="true"
    >
      <path d="M0 0H42L31 100H0Z" fill={organization.firstColor} />
      <path d="M42 0H46L35 100H31Z" fill={organization.secondColor} />
    </svg>
  )
}
