/** An organization's crest and colors as markup (R63). */
import { crestOf, type OrganizationLook } from '#domain/crest.ts'
import { asMarkup } from '#server/platform/pages/markup.ts'

const drawn = (look: OrganizationLook): string => {
  const { shape, charge, initials, ink, size } = crestOf(look)
  return [
    `<svg class="crest" viewBox="0 0 64 64" aria-hidden="true"><clipPath id="crest"><path d="${shape}"/></clipPath>`,
    `<path d="${shape}" fill="${look.firstColor}"/>`,
    `<path d="${charge}" fill="${look.secondColor}" clip-path="url(#crest)"/>`,
    `<path d="${shape}" fill="none" stroke="#fff" stroke-width="2"/>`,
    `<text x="32" y="33" text-anchor="middle" dominant-baseline="central" font-weight="800" font-size="${size}" `,
    `fill="${ink}">${asMarkup(initials)}</text></svg>`,
  ].join('')
}

/** The logo, or the drawn crest. */
export const crestMarkup = (look: OrganizationLook): string =>
  look.logoUrl ? `<img class="crest" src="${asMarkup(look.logoUrl)}" alt="">` : drawn(look)

export const colorsMarkup = ({ firstColor, secondColor }: OrganizationLook): string =>
  `<svg class="top" aria-hidden="true"><rect width="100%" height="100%" fill="${secondColor}"/><rect width="70%" height="100%" fill="${firstColor}"/></svg>`
